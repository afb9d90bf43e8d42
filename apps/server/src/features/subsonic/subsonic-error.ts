import { isDatabaseAway, isDiskFull, isReadOnly } from '#db/dialect.ts'
import { AppError } from '#http/errors/app-error.ts'

/**
 * The protocol’s error codes. All are sent with status 200. 41 and 42 refuse ways to log in, and every way is taken here; 20 and 30
 * are for versions that do not fit, and every version is answered.
 */
export const errorCodes = {
  generic: 0,
  missingParameter: 10,
  wrongLogin: 40,
  mechanismsConflict: 43,
  wrongKey: 44,
  forbidden: 50,
  notFound: 70,
} as const

export class SubsonicError extends Error {
  override name = 'SubsonicError'
  readonly code: number
  /** Whether another app password would help. */
  readonly isLogin: boolean

  constructor(kind: keyof typeof errorCodes, message: string) {
    super(message)
    this.code = errorCodes[kind]
    this.isLogin = kind === 'wrongLogin' || kind === 'wrongKey'
  }
}

/** Translates an error to the protocol's codes; null: it has none for it. */
export function toSubsonicError(error: unknown): SubsonicError | null {
  if (error instanceof SubsonicError) return error
  if (error instanceof AppError) return new SubsonicError(error.status === 404 ? 'notFound' : 'generic', textOf(error))
  if (error instanceof Error && isDatabaseAway(error)) return new SubsonicError('generic', 'The server is busy.')
  if (isDiskFull(error)) return new SubsonicError('generic', 'The disk of the server is full.')
  if (isReadOnly(error)) return new SubsonicError('generic', 'The data of the server is read-only.')
  return null
}

const texts: Partial<Record<AppError['code'], string>> = {
  'request.tooMany': 'Too many wrong logins. Try again later.',
  'file.notFound': 'There is no such file.',
  'file.unreadable': 'The file cannot be read at the moment.',
  'stream.unavailable': 'This server cannot make a smaller stream of this file.',
  'server.busy': 'The server is busy. Try again in a moment.',
  'playlist.tooMany': 'There are as many playlists as possible.',
  'work.notFound': 'There is no such album.',
}

function textOf({ code }: AppError): string {
  return texts[code] ?? code
}
