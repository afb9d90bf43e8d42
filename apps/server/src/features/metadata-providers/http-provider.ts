import { parseWorkCode, type WorkCode } from '@otodana/work-code'

import { createProviderClient, type ClientOptions, type ProviderClient } from './http-client.ts'
import { type Finding, type MetadataProvider, ProviderFailure } from './provider.ts'
import { parseJson, recordOf, validFields } from './read-facts.ts'

export const MAX_ANSWER_BYTES = 8 * 1024 * 1024
const MAX_COVER_BYTES = 32 * 1024 * 1024

export type HttpProviderOptions = {
  /** `https://host/{code}.json`: `{code}` becomes the work's code. */
  template: string
} & Omit<ClientOptions, 'hosts'>

/**
 * Asks an address of the owner's choice, which answers with the fields of a sidecar: a mirror, another Otodana, a script. `cover`
 * is the address of a picture, relative to that of the answer.
 */
export function createHttpProvider({ template, ...options }: HttpProviderOptions): MetadataProvider {
  const { host } = new URL(template.replaceAll('{code}', 'RJ01000000'))
  const client = createProviderClient({ ...options, hosts: [host] })

  async function find({ code }: WorkCode, signal: AbortSignal): Promise<Finding> {
    const url = new URL(template.replaceAll('{code}', encodeURIComponent(code)))
    const answer = await client.get(url, { maxBytes: MAX_ANSWER_BYTES, accept: 'application/json', signal })
    if (answer.status !== 200) return { kind: 'notFound' }
    const { cover, code: answered, ...fields } = recordOf(parseJson(answer.bytes, host))
    if (answered !== undefined && (typeof answered !== 'string' || parseWorkCode(answered)?.code !== code))
      throw new ProviderFailure(`${host} answered about another work than ${code}`)
    const coverUrl = typeof cover === 'string' ? (URL.parse(cover, answer.url)?.href ?? null) : null
    const raw = new TextDecoder().decode(answer.bytes)
    return { kind: 'facts', facts: { metadata: validFields(fields), coverUrl, raw } }
  }

  return {
    name: 'http',
    host,
    find: (code, signal) => asFinding(() => find(code, signal)),
    downloadCover: (url, signal) => downloadPicture(client, new URL(url), signal),
    close: () => client.close(),
  }
}

/** Turns failures of the provider into "try later". */
export async function asFinding(find: () => Promise<Finding>): Promise<Finding> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return { kind: 'tryLater', reason: error.message, retryAfterMs: error.retryAfterMs }
  }
}

/** @throws {ProviderFailure} there is no picture */
export async function downloadPicture(client: ProviderClient, url: URL, signal: AbortSignal): Promise<Buffer> {
  const { status, bytes } = await client.get(url, { maxBytes: MAX_COVER_BYTES, accept: 'image/*', signal })
  if (status !== 200) throw new ProviderFailure(`${url.host} does not have the cover`)
  return bytes
}
