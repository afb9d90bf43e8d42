import { parseWorkCode, type WorkCode } from '@otodana/work-code'

import { type ClientOptions, createProviderClient } from './http-client.ts'
import { asFinding, downloadPicture, MAX_ANSWER_BYTES } from './http-provider.ts'
import { type Finding, type MetadataProvider, ProviderFailure } from './provider.ts'
import { readProduct, readSales, type TagNames } from './read-dlsite.ts'
import { itemsOf, parseJson, recordOf, validFields } from './read-facts.ts'

export type DlsiteOptions = {
  /** `https://www.dlsite.com` or a mirror, without a slash at the end. */
  baseUrl: string
  /** Hosts of pictures, besides that of `baseUrl`. */
  pictureHosts: readonly string[]
  /** The names of the languages in requests; the store's own by default. */
  locales?: Record<'ja' | 'en' | 'zh', string>
} & Omit<ClientOptions, 'hosts'>

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
  async function findProduct(site: string, { code }: WorkCode, signal: AbortSignal) {
    const { json, text } = await getJson(productPath(site, code, locales.ja), signal)
    const [first] = itemsOf(json, 1)
    if (first === undefined) return null
    const product = recordOf(first)
    if (parseWorkCode(String(product.workno))?.code !== code)
      throw new ProviderFailure(`${host} answered about another work than ${code}`)
    return { product, text }
  }

  /** Learns the names of a work's tags in the other languages. */
  async function learnTagNames(site: string, code: string, product: Record<string, unknown>, signal: AbortSignal) {
    const ids = itemsOf(product.genres, 500).map((genre) => Number(recordOf(genre).id))
    if (ids.every((id) => tagNames.has(id))) return
    for (const language of ['en', 'zh'] as const) {
      const { json } = await getJson(productPath(site, code, locales[language]), signal)
      for (const genre of itemsOf(recordOf(itemsOf(json, 1)[0]).genres, 500).map(recordOf)) {
        const id = Number(genre.id)
        if (typeof genre.name === 'string') tagNames.set(id, { ...tagNames.get(id), [language]: genre.name })
      }
    }
    for (const id of ids) if (!tagNames.has(id)) tagNames.set(id, {})
  }

  async function find(work: WorkCode, signal: AbortSignal): Promise<Finding> {
    const { code } = work
    for (const site of SITES[code.slice(0, 2)] ?? []) {
      const found = await findProduct(site, work, signal)
      if (!found) continue
      const sales = await getJson(`/${site}/product/info/ajax?product_id=${code}&cdn_cache_min=1`, signal)
      await learnTagNames(site, code, found.product, signal)
      const { coverUrl, ...fields } = readProduct(found.product, { baseUrl, site, code, tagNames })
      const metadata = validFields({ ...fields, ...readSales(recordOf(recordOf(sales.json)[code])) })
      return { kind: 'facts', facts: { metadata, coverUrl, raw: `[${found.text},${sales.text}]` } }
    }
    return { kind: 'notFound' }
  }

  return {
    name: 'dlsite',
    host,
    find: (code, signal) => asFinding(() => find(code, signal)),
    downloadCover: (url, signal) => downloadPicture(client, new URL(url), signal),
    close: () => client.close(),
  }
}
