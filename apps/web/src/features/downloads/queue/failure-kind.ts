/** Why a file, or the whole download, does not go on. Each has a text that says what can be done. */
const troubles = [
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
export type FailureKind = (typeof troubles)[number]

/** What passes by itself. */
const PASSING: readonly FailureKind[] = ['network', 'busy']
/** What would be the matter with every other file as well: the download stops, and the visitor can do something. */
const FOR_ALL: readonly FailureKind[] = ['signedOut', 'permission', 'folderGone', 'diskFull']

export class DownloadError extends Error {
  readonly trouble: FailureKind
  /** How long the server wants to be left alone, where it says so. */
  readonly waitSeconds: number | null

  constructor(trouble: FailureKind, options: ErrorOptions & { waitSeconds?: number | null } = {}) {
    super(trouble, options)
    this.name = 'DownloadError'
    this.trouble = trouble
    this.waitSeconds = options.waitSeconds ?? null
  }

  get isPassing(): boolean {
    return PASSING.includes(this.trouble)
  }

  get isForAll(): boolean {
    return FOR_ALL.includes(this.trouble)
  }
}

/** The longest wait, whatever a server asks for; timers have a limit too. */
const LONGEST_WAIT_SECONDS = 15 * 60

/** What the browser says when it cannot write, by the name of its error. */
const byName: Record<string, FailureKind> = {
  NotAllowedError: 'permission',
  SecurityError: 'permission',
  NotFoundError: 'folderGone',
  QuotaExceededError: 'diskFull',
  NoModificationAllowedError: 'locked',
  TypeMismatchError: 'name',
}

/** Of an error of the folder or a file in it. */
export function whyNotWritten(error: unknown): DownloadError {
  if (error instanceof DownloadError) return error
  // A name that the browser refuses is no DOMException.
  if (error instanceof TypeError) return new DownloadError('name', { cause: error })
  const trouble = (error instanceof DOMException && byName[error.name]) || 'write'
  return new DownloadError(trouble, { cause: error })
}

/** Of an answer that is no file. */
export function whyNotSent({ status, headers }: Response): DownloadError {
  if (status === 401 || status === 403) return new DownloadError('signedOut')
  if (status === 404) return new DownloadError('gone')
  if (![429, 502, 503, 504].includes(status)) return new DownloadError('refused')
  const waitSeconds = Number(headers.get('retry-after') ?? NaN)
  return new DownloadError('busy', {
    waitSeconds: Number.isFinite(waitSeconds) ? Math.min(waitSeconds, LONGEST_WAIT_SECONDS) : null,
  })
}
