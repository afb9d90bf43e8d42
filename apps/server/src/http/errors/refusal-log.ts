const EVERY_MS = 1_000

/**
 * Says once a second how many requests were asked to come back later, and for what: a flood of them may not become a
 * flood of lines.
 */
export function createRefusalLog(log: { warn(fields: object, text: string): void }) {
  let counts: Record<string, number> = {}
  let first: unknown
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    log.warn({ refused: counts, ...(first === undefined ? {} : { err: first }) }, 'requests were refused for now')
    counts = {}
    first = undefined
  }

  return {
    /** @param cause  what is behind it, where that is not the visitors' number; of a second the first is logged */
    count(code: string, cause?: unknown): void {
      counts[code] = (counts[code] ?? 0) + 1
      first ??= cause
      timer ??= setTimeout(flush, EVERY_MS).unref()
    },
    flush,
  }
}
