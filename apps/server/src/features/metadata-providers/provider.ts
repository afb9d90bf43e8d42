import type { WorkCode } from '@otodana/work-code'

import { cut, type WorkMetadata } from '#features/metadata/index.ts'
import type { ProviderName } from '#settings/metadata-settings.ts'

const MAX_MESSAGE = 500

/** What a provider knows of a work. */
export type Facts = {
  metadata: WorkMetadata
  /** Where its cover can be downloaded; null: it has none. */
  coverUrl: string | null
  /** The answers as they came, so that a later version can read more from them without asking again. */
  raw: string
}

export type Finding =
  | { kind: 'facts'; facts: Facts }
  /** The provider does not have the work: it is asked again after a week, then after a month. */
  | { kind: 'notFound' }
  /** The provider gave no usable answer: a failure that says nothing about the work. */
  | { kind: 'tryLater'; failure: ProviderFailure }

/** A source of metadata outside the library. */
export type MetadataProvider = {
  name: ProviderName
  /** The host to which codes are sent; shown to the owner. */
  host: string
  /**
   * Looks a work up.
   *
   * @throws the signal's reason; every other failure is a `tryLater`
   */
  find(code: WorkCode, signal: AbortSignal): Promise<Finding>
  /**
   * Downloads a cover.
   *
   * @returns null if the provider does not have it
   * @throws {ProviderFailure} no picture can be had now
   */
  downloadCover(url: string, signal: AbortSignal): Promise<Buffer | null>
  /** Waits until the next request may be sent. */
  rest(signal: AbortSignal): Promise<void>
  close(): void
}

/** The provider gave no usable answer. The message is shown to the owner. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  /** Whether the provider is at fault for all works, as when it is down; otherwise only this work's answer is unusable. */
  readonly isPassing: boolean
  /** How long the provider asks to be left alone; null: it did not say. */
  readonly retryAfterMs: number | null

  constructor(
    message: string,
    {
      isPassing = false,
      retryAfterMs = null,
      cause,
    }: { isPassing?: boolean; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(cut(message, MAX_MESSAGE), { cause })
    this.isPassing = isPassing
    this.retryAfterMs = retryAfterMs
  }
}
