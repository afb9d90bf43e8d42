import { errorStatus, type ErrorCode, type InvalidInput } from '@otodana/contract'

/** An error shown to the client. Its code determines the HTTP status and the client's translation. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly headers: Record<string, string>
  /** What is wrong with which input, in English, for clients of the API. */
  readonly inputs: readonly InvalidInput[]
  /** What it is about, shown in the client's translation. */
  readonly details: string | undefined

  constructor(
    code: ErrorCode,
    options: {
      cause?: unknown
      headers?: Record<string, string>
      inputs?: readonly InvalidInput[]
      details?: string
    } = {},
  ) {
    super(code, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = errorStatus[code]
    this.headers = options.headers ?? {}
    this.inputs = options.inputs ?? []
    this.details = options.details
  }
}

/** A 400 that lists every rejected input. */
export class InvalidRequest extends AppError {
  constructor(inputs: readonly InvalidInput[]) {
    super('request.invalid', { inputs })
    this.name = 'InvalidRequest'
  }
}

/** Rejects one path, query or body value: `throw invalidInput('path', 'id', 'must be a work id or code', ref)`. */
export function invalidInput(location: InvalidInput['location'], param: string, msg: string, value: unknown) {
  return new InvalidRequest([{ location, param, msg, value: shorten(value) }])
}

/** Shortens a rejected value for the error: long text is cut, lists and objects are only named. */
export function shorten(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}'
  return typeof value === 'string' && value.length > 100 ? `${value.slice(0, 100)}…` : value
}
