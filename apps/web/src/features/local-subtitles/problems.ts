import { storageState } from '#lib/storage/storage-state.ts'

/** Problems with subtitles on this device, as shown to the visitor. */
export type LocalSubtitleProblem =
  /** This browser has no database: a private window, or one that forbids it. */
  | { kind: 'unavailable' }
  /** A newer build of the site has written the database, so the page must be reloaded. */
  | { kind: 'newerDatabase' }
  /** Nothing was changed. */
  | { kind: 'upgradeFailed'; message: string }
  | { kind: 'notZip' }
  /** The file is no longer readable: it was moved or changed, or its disk is gone. */
  | { kind: 'unreadable' }
  /** `fileName` is the name under which the package was imported. */
  | { kind: 'importedAlready'; fileName: string }
  /** The package contains no subtitles. */
  | { kind: 'noSubtitles' }
  /** No subtitle has a work code in its path; `path` is the first one. */
  | { kind: 'noWorkCode'; path: string }
  /** All are encrypted; `path` is the first one. */
  | { kind: 'encrypted'; path: string }
  /** None can be read; `path` is the first one. */
  | { kind: 'broken'; path: string }
  /** Above the limits (see limits.ts), as in malicious archives; `path` is where. */
  | { kind: 'tooMuch'; of: 'files' | 'bytes'; limit: number; path: string }
  /** The device is full; null if the browser does not report the number. */
  | { kind: 'quotaExceeded'; usageBytes: number | null; quotaBytes: number | null }
  /** A file's data were not stored, because something else has changed the database meanwhile. */
  | { kind: 'missingRecord'; path: string; hash: string }
  /** The content of a stored subtitle is missing. */
  | { kind: 'missingContent'; path: string }
  | { kind: 'cancelled' }
  /** A bug in the browser or ours; `message` is the browser's. */
  | { kind: 'unknown'; message: string }

export class LocalSubtitleError extends Error {
  readonly problem: LocalSubtitleProblem

  constructor(problem: LocalSubtitleProblem, options?: ErrorOptions) {
    super(problem.kind, options)
    this.name = 'LocalSubtitleError'
    this.problem = problem
  }
}

/** Converts any error. */
export async function problemOf(error: unknown, isCancelled = false): Promise<LocalSubtitleProblem> {
  if (isCancelled) return { kind: 'cancelled' }
  if (error instanceof LocalSubtitleError) return error.problem
  if (error instanceof DOMException) {
    if (error.name === 'QuotaExceededError') {
      const { usageBytes, quotaBytes } = await storageState()
      return { kind: 'quotaExceeded', usageBytes, quotaBytes }
    }
    if (error.name === 'NotReadableError' || error.name === 'NotFoundError') return { kind: 'unreadable' }
  }
  return { kind: 'unknown', message: String(error) }
}
