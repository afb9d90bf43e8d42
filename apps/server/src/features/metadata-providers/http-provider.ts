import { MAX_SAMPLES } from '@otodana/contract'
import { codeToId, type WorkCode } from '@otodana/work-code'

import { limits } from '#features/metadata/index.ts'

import { createProviderClient, type ClientOptions, type ProviderClient } from './http-client.ts'
import { type Finding, type MetadataProvider, ProviderFailure } from './provider.ts'
import { itemsOf, parseJson, recordOf, validFields } from './read-facts.ts'

export const MAX_ANSWER_BYTES = 8 * 1024 * 1024
const MAX_PICTURE_BYTES = 32 * 1024 * 1024

export type HttpProviderOptions = {
  /** `https://host/{code}.json`: `{code}` becomes the work's code. */
  template: string
} & Omit<ClientOptions, 'hosts'>

/**
 * Asks an address of the owner's choice, which answers with the fields of a sidecar: a mirror, another Otodana, a script. `cover` and
 * `samples` are addresses of pictures, relative to that of the answer.
 */
export function createHttpProvider({ template, ...options }: HttpProviderOptions): MetadataProvider {
  const { host } = new URL(template.replaceAll('{code}', 'RJ01000000'))
  const client = createProviderClient({ ...options, hosts: [host] })

  async function find({ code, id }: WorkCode, signal: AbortSignal): Promise<Finding> {
    const url = new URL(template.replaceAll('{code}', encodeURIComponent(code)))
    const answer = await client.get(url, { maxBytes: MAX_ANSWER_BYTES, accept: 'application/json', signal })
    if (answer.status !== 200) return { kind: 'notFound' }
    const { cover, code: answered, ...fields } = recordOf(parseJson(answer.bytes, host))
    if (answered !== undefined && (typeof answered !== 'string' || codeToId(answered) !== id))
      throw new ProviderFailure('otherWork', { host, code })
    const coverUrl = typeof cover === 'string' ? addressOf(cover, answer.url) : null
    const samples = itemsOf(fields.samples, MAX_SAMPLES).flatMap((sample) =>
      typeof sample === 'string' ? (addressOf(sample, answer.url) ?? []) : [],
    )
    const metadata = validFields({ ...fields, samples: samples.length > 0 ? samples : undefined })
    if (Object.keys(metadata).length === 0) throw new ProviderFailure('noFields', { host })
    const raw = new TextDecoder().decode(answer.bytes)
    return { kind: 'facts', facts: { metadata, coverUrl, raw } }
  }

  return {
    name: 'http',
    host,
    find: (code, signal) => asFinding(signal, () => find(code, signal)),
    findTitles: null,
    async findSales(code, signal) {
      const found = await understood(signal, () => find(code, signal))
      return found.kind === 'facts' ? found.facts : null
    },
    downloadPicture: (url, signal) => downloadPicture(client, new URL(url), signal),
    rest: async (signal) => options.pace?.wait(signal),
    close: () => client.close(),
  }
}

/**
 * Turns every failure into "try later".
 *
 * @throws the signal's reason
 */
export async function asFinding(signal: AbortSignal, find: () => Promise<Finding>): Promise<Finding> {
  try {
    return await understood(signal, find)
  } catch (error) {
    if (error instanceof ProviderFailure) return { kind: 'tryLater', failure: error }
    throw error
  }
}

/**
 * Turns every error into a failure: an answer that this program does not understand says nothing about the work.
 *
 * @throws {ProviderFailure}
 * @throws the signal's reason
 */
export async function understood<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ProviderFailure) throw error
    const detail = error instanceof Error ? error.message : String(error)
    throw new ProviderFailure('notUnderstood', { detail }, { cause: error })
  }
}

/** Returns the absolute address, or null if it is none or too long. */
export function addressOf(text: string, base: URL | string): string | null {
  const address = text === '' || text.length > limits.url ? undefined : URL.parse(text, base)?.href
  return address !== undefined && address.length <= limits.url ? address : null
}

/**
 * Returns null if the provider does not have the picture.
 *
 * @throws {ProviderFailure} no answer that is usable
 */
export async function downloadPicture(client: ProviderClient, url: URL, signal: AbortSignal): Promise<Buffer | null> {
  const { status, bytes } = await client.get(url, { maxBytes: MAX_PICTURE_BYTES, accept: 'image/*', signal })
  return status === 200 ? bytes : null
}
