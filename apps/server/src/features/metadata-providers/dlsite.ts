import { canonicalCode, codeToId, type WorkCode } from '@otodana/work-code'

import { type ClientOptions, createProviderClient } from './http-client.ts'
import { asFinding, downloadPicture, MAX_ANSWER_BYTES } from './http-provider.ts'
import { type Finding, type MetadataProvider, ProviderFailure } from './provider.ts'
import { readProduct, readSales, type TagNames } from './read-dlsite.ts'
import { itemsOf, nameOf, parseJson, recordOf, validFields } from './read-facts.ts'

export type DlsiteOptions = {
  /** `https://www.dlsite.com` or a mirror, without a slash at the end. */
  baseUrl: string
  /** Hosts of pictures, besides that of `baseUrl`. */
  pictureHosts: readonly string[]
  /** The names of the languages in requests; the store's own by default. */
  locales?: Record<'ja' | 'en' | 'zh', string>
} & Omit<ClientOptions, 'hosts'>

const MAX_TAG_NAMES = 10_000
const LOCALES = { ja: 'ja_JP', en: 'en_US', zh: 'zh_CN' }
const COOKIE = 'adultchecked=1; locale=ja-jp'

/** The store sorts its works into sites, each with its own address; most are on the first one. */
const SITES: Record<string, readonly string[]> = {
  RJ: ['maniax', 'pro'],
  VJ: ['pro', 'maniax'],
  BJ: ['books', 'maniax', 'pro'],
}

/**
 * Asks the store of the codes: one request for a work's facts, one for its sales and ratings, and two more only if it has tags
 * whose Chinese and English names are not known yet.
 */
export function createDlsiteProvider(options: DlsiteOptions): MetadataProvider {
  const { baseUrl, pictureHosts, locales = LOCALES, ...clientOptions } = options
  const { host } = new URL(baseUrl)
  const client = createProviderClient({ ...clientOptions, hosts: [host, ...pictureHosts] })
  /** By the store's id of a tag. */
  const tagNames = new Map<number, TagNames>()

  async function getJson(path: string, signal: AbortSignal): Promise<{ json: unknown; text: string }> {
    const answer = await client.get(new URL(`${baseUrl}${path}`), {
      maxBytes: MAX_ANSWER_BYTES,
      accept: 'application/json',
      cookie: COOKIE,
      signal,
    })
    // The interface answers with an empty list for works that it does not know. A missing interface says nothing about works.
    if (answer.status !== 200) throw new ProviderFailure(`${host} answered with status ${answer.status}`)
    return { json: parseJson(answer.bytes, host), text: new TextDecoder().decode(answer.bytes) }
  }

  const productPath = (site: string, code: string, locale: string) =>
    `/${site}/api/=/product.json?workno=${code}&locale=${encodeURIComponent(locale)}`

  /** The work's entry; null if this site does not have it. */
  async function findProduct(site: string, code: string, id: number, signal: AbortSignal) {
    const { json, text } = await getJson(productPath(site, code, locales.ja), signal)
    if (!Array.isArray(json)) throw new ProviderFailure(`${host} sent something else than a list of works`)
    if (json.length === 0) return null
    const product = recordOf(json[0])
    if (typeof product.workno !== 'string' || codeToId(product.workno) !== id)
      throw new ProviderFailure(`${host} answered about another work than ${code}`)
    return { product, text }
  }

  /** Learns the names of a work's tags in the other languages. */
  async function learnTagNames(site: string, code: string, product: Record<string, unknown>, signal: AbortSignal) {
    const ids = itemsOf(product.genres, 500).map((genre) => recordOf(genre).id)
    if (ids.every((id) => typeof id !== 'number' || tagNames.has(id))) return
    if (tagNames.size > MAX_TAG_NAMES) tagNames.clear()
    for (const language of ['en', 'zh'] as const) {
      const { json } = await getJson(productPath(site, code, locales[language]), signal)
      for (const genre of itemsOf(recordOf(itemsOf(json, 1)[0]).genres, 500).map(recordOf)) {
        const name = nameOf(genre.name)
        if (typeof genre.id === 'number' && name !== undefined)
          tagNames.set(genre.id, { ...tagNames.get(genre.id), [language]: name })
      }
    }
  }

  /** What is missing without it is no reason to refuse the work's facts, unless the store is down. */
  async function optional<T>(ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof ProviderFailure && !error.isPassing) return null
      throw error
    }
  }

  async function find({ id }: WorkCode, signal: AbortSignal): Promise<Finding> {
    // Folders may spell a code with more zeros than the store.
    const code = canonicalCode(id)
    for (const site of SITES[code.slice(0, 2)] ?? []) {
      const found = await findProduct(site, code, id, signal)
      if (!found) continue
      const path = `/${site}/product/info/ajax?product_id=${code}&cdn_cache_min=1`
      const sales = await optional(() => getJson(path, signal))
      await optional(() => learnTagNames(site, code, found.product, signal))
      const { coverUrl, ...fields } = readProduct(found.product, { baseUrl, site, code, tagNames })
      const metadata = validFields({ ...fields, ...readSales(recordOf(recordOf(sales?.json)[code])) })
      if (metadata.title === undefined) throw new ProviderFailure(`${host} sent a work without a title`)
      return { kind: 'facts', facts: { metadata, coverUrl, raw: `[${found.text},${sales?.text ?? 'null'}]` } }
    }
    return { kind: 'notFound' }
  }

  return {
    name: 'dlsite',
    host,
    find: (code, signal) => asFinding(signal, () => find(code, signal)),
    downloadCover: (url, signal) => downloadPicture(client, new URL(url), signal),
    rest: async (signal) => options.pace?.wait(signal),
    close: () => client.close(),
  }
}
