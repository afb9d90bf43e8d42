const HOUR_MS = 3_600_000

export type BackupHistory = {
  everyHours: number
  /** Milliseconds since 1970; null: none yet. */
  lastAtMs: number | null
  failedAtMs: number | null
}

/**
 * When the next backup is due: after the interval, and after a failure in an hour, in which room may have been made.
 *
 * @returns milliseconds since 1970, which may be over; null: never by itself
 */
export function nextBackupAtMs({ everyHours, lastAtMs, failedAtMs }: BackupHistory): number | null {
  if (everyHours === 0) return null
  const due = lastAtMs === null ? 0 : lastAtMs + everyHours * HOUR_MS
  return failedAtMs === null ? due : Math.max(due, failedAtMs + HOUR_MS)
}
