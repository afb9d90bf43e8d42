import { storageState } from './database/storage-state.ts'

/** What may go wrong with subtitles of this device, in terms that can be said to a visitor. */
export type LocalSubtitleProblem =
  /** This browser keeps no database: a private window, or one that forbids it. */
  | { kind: 'unavailable' }
  /** A newer build of the site has written the database: the page has to be reloaded. */
  | { kind: 'newerDatabase' }
  /** Nothing was changed: what was there is there as it was. */
  | { kind: 'upgradeFailed'; message: string }
  | { kind: 'notZip' }
  /** The file cannot be read any more: it was moved, changed or its disk has gone. */
  | { kind: 'unreadable' }
  /** `fileName` is what the package was called when it was imported. */
  | { kind: 'importedAlready'; fileName: string }
  /** The package has no file of a subtitle format. */
  | { kind: 'noSubtitles' }
  /** It has some, and none has a work code in its path; `path` is the first. */
  | { kind: 'noWorkCode'; path: string }
  /** None can be read without a password; `path` is the first. */
  | { kind: 'encrypted'; path: string }
  /** None can be read; `path` is the first. */
  | { kind: 'broken'; path: string }
  /** More than any package has (see limits.ts), as archives made to do harm do; `path` is where. */
  | { kind: 'tooMuch'; of: 'files' | 'bytes'; limit: number; path: string }
  /** The device has no room; null where the browser does not tell. */
  | { kind: 'quotaExceeded'; usageBytes: number | null; quotaBytes: number | null }
  /** What was to be stored of a file is not: something else has changed the database meanwhile. */
  | { kind: 'missingRecord'; path: string; hash: string }
  /** A subtitle of a stored package has lost its content. */
  | { kind: 'missingContent'; path: string }
  | { kind: 'cancelled' }
  /** A defect of the browser or of ours; `message` is the browser's. */
  | { kind: 'unknown'; message: string }

export class LocalSubtitleError extends Error {
  readonly problem: LocalSubtitleProblem

  constructor(problem: LocalSubtitleProblem, options?: ErrorOptions) {
    super(problem.kind, options)
    this.name = 'LocalSubtitleError'
    this.problem = problem
  }
}

/** What an error of any kind comes to. */
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
