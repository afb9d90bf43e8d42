const HOUR_MS = 3_600_000

export type BackupHistory = {
  everyHours: number
  /** Milliseconds since 1970; null: none yet. */
  lastAtMs: number | null
  failedAtMs: number | null
  cancelledAtMs: number | null
}

/**
 * When the next backup is due: after the interval, also since one was cancelled; and after a failure in an hour, in which
 * room may have been made.
 *
 * @returns milliseconds since 1970, which may be over; null: never by itself
 */
export function nextBackupAtMs({ everyHours, lastAtMs, failedAtMs, cancelledAtMs }: BackupHistory): number | null {
  if (everyHours === 0) return null
  const since = Math.max(lastAtMs ?? -Infinity, cancelledAtMs ?? -Infinity)
  const due = since === -Infinity ? 0 : since + everyHours * HOUR_MS
  return failedAtMs === null ? due : Math.max(due, failedAtMs + HOUR_MS)
}
