import type { MetadataFailureCode } from '@otodana/contract'
import type { WorkCode } from '@otodana/work-code'

import { cut, type WorkMetadata } from '#features/metadata/index.ts'
import type { ProviderName } from '#settings/metadata-settings.ts'

const MAX_PARAM = 300

/** Fields that a provider answered with. */
export type Answer = {
  metadata: WorkMetadata
  /** The answers as they came, so that a later version can read more from them without asking again. */
  raw: string
}

/** What a provider knows of a work. */
export type Facts = Answer & {
  /** Where its cover can be downloaded; null: it has none. */
  coverUrl: string | null
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
   * Looks up the titles in other languages of a work whose facts are known. Null: `find` has given them.
   *
   * @returns null if the provider does not have the work, or no such titles of works like it
   * @throws {ProviderFailure} no usable answer
   */
  findTitles: ((code: WorkCode, known: WorkMetadata, signal: AbortSignal) => Promise<Answer | null>) | null
  /** Looks up what changes from day to day: `volatileFields`, and perhaps others. Returns and throws as `findTitles`. */
  findSales(code: WorkCode, signal: AbortSignal): Promise<Answer | null>
  /**
   * Downloads a cover or a sample picture.
   *
   * @returns null if the provider does not have it
   * @throws {ProviderFailure} no picture can be had now
   */
  downloadPicture(url: string, signal: AbortSignal): Promise<Buffer | null>
  /** Waits until the next request may be sent. */
  rest(signal: AbortSignal): Promise<void>
  close(): void
}

/** Fields that change from day to day. */
export const volatileFields = ['dl_count', 'review_count', 'rating', 'rank', 'price'] as const

export type FailureParams = Record<string, string | number>

/** In English, for logs and the command line; pages have texts of their own for the codes. */
const texts: Record<MetadataFailureCode, string> = {
  unreachable: '{host} cannot be reached: {detail}',
  timeout: '{host} did not answer within {seconds} seconds',
  status: '{host} answered with status {status}',
  tooLong: '{host} sent more than {bytes} bytes',
  encoding: '{host} sent an unknown content encoding',
  redirectLoop: '{host} redirects in circles',
  redirectInvalid: '{host} redirects to an invalid address',
  redirectInsecure: '{host} redirects from https to http',
  hostNotAllowed: 'The host {host} is not one of {allowed}',
  schemeNotAllowed: 'The address {address} is neither http nor https',
  webPage: '{host} sent a web page instead of JSON',
  notJson: '{host} sent an answer that is not JSON',
  tooDeep: '{host} sent JSON that is nested too deeply',
  notAList: '{host} sent something other than a list of works',
  noTitle: '{host} sent a work without a title',
  noFields: '{host} sent no field of a sidecar',
  otherWork: '{host} answered about a work other than {code}',
  notUnderstood: 'The answer is not understood: {detail}',
  badPicture: 'The picture is unusable: {problem}',
  inBucket: 'Nothing is written into a bucket',
  sharedFolder: 'Nothing is written into a folder that several works share',
  notWritable: 'The folder cannot be written to ({detail})',
}

/** The provider gave no usable answer, or one that cannot be kept. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly code: MetadataFailureCode
  readonly params: FailureParams
  /** Whether the provider is at fault for all works, as when it is down; otherwise only this work's answer is unusable. */
  readonly isPassing: boolean
  /** How long the provider asks to be left alone; null: it did not say. */
  readonly retryAfterMs: number | null

  constructor(
    code: MetadataFailureCode,
    params: FailureParams,
    {
      isPassing = false,
      retryAfterMs = null,
      cause,
    }: { isPassing?: boolean; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    const short = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? cut(value, MAX_PARAM) : value]),
    )
    super(
      texts[code].replace(/\{(\w+)\}/g, (_, name: string) => String(short[name] ?? '')),
      { cause },
    )
    this.code = code
    this.params = short
    this.isPassing = isPassing
    this.retryAfterMs = retryAfterMs
  }
}
