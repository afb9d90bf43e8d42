const EVERY_MS = 1_000

/**
 * Logs once a second how many requests were rejected temporarily, and why: a flood of requests must not become a flood
 * of log lines.
 */
export function createRefusalLog(log: { warn(fields: object, text: string): void }) {
  let counts: Record<string, number> = {}
  let first: unknown
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    log.warn({ refused: counts, ...(first === undefined ? {} : { err: first }) }, 'requests were refused')
    counts = {}
    first = undefined
  }

  return {
    /** @param cause  the reason, if it is not the number of requests; the first of each second is logged */
    count(code: string, cause?: unknown): void {
      counts[code] = (counts[code] ?? 0) + 1
      first ??= cause
      timer ??= setTimeout(flush, EVERY_MS).unref()
    },
    flush,
  }
}
