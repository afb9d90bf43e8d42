import type { KeptFile } from '#lib/kept/schema.ts'

import { KeepError, type KeepFailure } from './keep-error.ts'
import type { BegunPiece } from './receive-body.ts'

/** What a line fetches. */
export type LineTask = {
  file: KeptFile
  /** With the token. */
  address: string
  /** What has arrived of a piece; it is handed over, not copied. */
  begun: BegunPiece | null
  /** Whether pieces get a `quickHash`, and no SHA-256. */
  isQuick: boolean
}

/** A line has one task at a time. */
export type ToLine = { kind: 'fetch'; task: LineTask } | { kind: 'stop' }

export type FromLine =
  /** Its script runs, and holds a lock for as long as it lives. */
  | { kind: 'ready'; lock: string }
  /** As in `onBytes` of `createFileFetcher`, several times a second. */
  | { kind: 'bytes'; count: number; pending: number }
  /** `begun` as in the task. */
  | { kind: 'ended'; begun: BegunPiece | null; failure: LineFailure | null }

/** Errors lose their class between threads. */
export type LineFailure =
  | { kind: 'keep'; failure: KeepFailure; waitSeconds: number; cause: string | null }
  | { kind: 'browser' | 'other'; name: string; message: string }

export function toLineFailure(error: unknown): LineFailure {
  if (error instanceof KeepError) {
    const { failure, waitSeconds, cause } = error
    return { kind: 'keep', failure, waitSeconds, cause: cause instanceof Error ? String(cause) : null }
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return { kind: error instanceof DOMException ? 'browser' : 'other', name, message }
}

export function errorOf(failure: LineFailure): Error {
  if (failure.kind === 'keep') return new KeepError(failure.failure, failure)
  const { kind, name, message } = failure
  return kind === 'browser' ? new DOMException(message, name) : Object.assign(new Error(message), { name })
}
