import type { Trouble } from '#lib/kept/messages.ts'

/**
 * `network`, `busy`: it passes by itself. `foreign`: a proxy or a hotspot answered. `vanished`, `refused`: one file's. The others concern all files until the
 * listener, or another login, changes something.
 */
export type KeepFailure = Exclude<Trouble, 'metered'> | 'foreign' | 'vanished' | 'refused'

export class KeepError extends Error {
  readonly failure: KeepFailure
  /** The server's `Retry-After`, if any. */
  readonly waitSeconds: number

  constructor(failure: KeepFailure, options: ErrorOptions & { waitSeconds?: number } = {}) {
    super(failure, options)
    this.name = 'KeepError'
    this.failure = failure
    this.waitSeconds = options.waitSeconds ?? 0
  }
}

/** Limits the server's delay. */
const LONGEST_WAIT_SECONDS = 15 * 60

/** For an answer that is not the file. */
export function whyNotGiven({ status, headers }: Response): KeepError {
  if (status === 401 || status === 403) return new KeepError('signedOut')
  if (status === 404 || status === 410) return new KeepError('vanished')
  if (status !== 429 && status < 500) return new KeepError('refused')
  const waitSeconds = Number(headers.get('retry-after') ?? NaN)
  return new KeepError('busy', { waitSeconds: Math.min(waitSeconds || 0, LONGEST_WAIT_SECONDS) })
}

/** For errors of the database, of which the first may be the consequence of the others. */
export function whyNotStored(...errors: unknown[]): KeepError {
  const full = errors.find((error) => error instanceof DOMException && error.name === 'QuotaExceededError')
  return new KeepError(full ? 'full' : 'storage', { cause: full ?? errors[0] })
}
