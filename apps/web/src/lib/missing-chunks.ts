const NAME = 'MissingChunkError'

/** How long a chunk may take: on the slowest usable line, all of them together take less. */
export const LONGEST_LOAD_MS = 120_000

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

/**
 * What is being imported, as long as it comes within two minutes: a connection that hangs never says that it has failed.
 * The build puts it around every dynamic import, see vite/chunk-timeout.ts. What comes later is there at the next try.
 */
export function arriving<T>(chunk: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it takes too long')), LONGEST_LOAD_MS)
  })
  return Promise.race([chunk, tooLate]).finally(() => clearTimeout(timer))
}
