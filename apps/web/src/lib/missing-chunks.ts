const NAME = 'MissingChunkError'

/**
 * Gives every error of a chunk that did not arrive (no connection, or the server has another build by now) a name that is
 * the same in all browsers. Under its own message the router would reload the page at once, which ends what sounds, and
 * without a connection leaves nothing at all: when to reload is the visitor's choice.
 */
export function nameMissingChunks(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = NAME
    payload.message = `Chunk missing: ${payload.message}`
  })
}

export function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && error.name === NAME
}
