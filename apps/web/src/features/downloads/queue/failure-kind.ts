/** Why a file or the whole download failed. Each has a text with a remedy. */
const failureKinds = [
  'network',
  'busy',
  'signedOut',
  'gone',
  'refused',
  'permission',
  'folderGone',
  'diskFull',
  'locked',
  'name',
  'write',
] as const
export type FailureKind = (typeof failureKinds)[number]

/** Temporary. */
const TEMPORARY: readonly FailureKind[] = ['network', 'busy']
/** Failures that would affect every file: the download stops, and the visitor can fix it. */
const FOR_ALL: readonly FailureKind[] = ['signedOut', 'permission', 'folderGone', 'diskFull']

export class DownloadError extends Error {
  readonly trouble: FailureKind
  /** The server's `Retry-After`, if any. */
  readonly waitSeconds: number | null

  constructor(trouble: FailureKind, options: ErrorOptions & { waitSeconds?: number | null } = {}) {
    super(trouble, options)
    this.name = 'DownloadError'
    this.trouble = trouble
    this.waitSeconds = options.waitSeconds ?? null
  }

  get isPassing(): boolean {
    return TEMPORARY.includes(this.trouble)
  }

  get isForAll(): boolean {
    return FOR_ALL.includes(this.trouble)
  }
}

/** Limits the server's delay; timers have a limit too. */
const LONGEST_WAIT_SECONDS = 15 * 60

/** Failures of writing, by the name of the browser's error. */
const byName: Record<string, FailureKind> = {
  NotAllowedError: 'permission',
  SecurityError: 'permission',
  NotFoundError: 'folderGone',
  QuotaExceededError: 'diskFull',
  NoModificationAllowedError: 'locked',
  TypeMismatchError: 'name',
}

/** For an error of the folder or a file in it. */
export function whyNotWritten(error: unknown): DownloadError {
  if (error instanceof DownloadError) return error
  // A name rejected by the browser is a TypeError.
  if (error instanceof TypeError) return new DownloadError('name', { cause: error })
  const trouble = (error instanceof DOMException && byName[error.name]) || 'write'
  return new DownloadError(trouble, { cause: error })
}

/** For a response that is not the file. */
export function whyNotSent({ status, headers }: Response): DownloadError {
  if (status === 401 || status === 403) return new DownloadError('signedOut')
  if (status === 404) return new DownloadError('gone')
  if (![429, 502, 503, 504].includes(status)) return new DownloadError('refused')
  const waitSeconds = Number(headers.get('retry-after') ?? NaN)
  return new DownloadError('busy', {
    waitSeconds: Number.isFinite(waitSeconds) ? Math.min(waitSeconds, LONGEST_WAIT_SECONDS) : null,
  })
}
