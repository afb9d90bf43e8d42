import type { LanguageCode } from '@otodana/contract'
import { canonicalCode, codeToId, type WorkCode } from '@otodana/work-code'

import type { WorkMetadata } from '#features/metadata/index.ts'

import { type ClientOptions, createProviderClient } from './http-client.ts'
import { asFinding, downloadPicture, MAX_ANSWER_BYTES, understood } from './http-provider.ts'
import { type Answer, type Finding, type MetadataProvider, ProviderFailure } from './provider.ts'
import { readLanguage, readProduct, readSales, readTitle, type TagNames } from './read-dlsite.ts'
import { itemsOf, nameOf, parseJson, recordOf, validFields } from './read-facts.ts'

type Language = 'ja' | 'en' | 'zh'

export type DlsiteOptions = {
  /** `https://www.dlsite.com` or a mirror, without a slash at the end. */
  baseUrl: string
  /** Hosts of pictures, besides that of `baseUrl`. */
  pictureHosts: readonly string[]
  /** The names of the languages in requests; the store's own by default. */
  locales?: Record<Language, string>
} & Omit<ClientOptions, 'hosts'>

/** A code as the store spells it. */
type StoreCode = Pick<WorkCode, 'code' | 'id'>

const MAX_TAG_NAMES = 10_000
const LOCALES = { ja: 'ja_JP', en: 'en_US', zh: 'zh_CN' }
/** The language of requests for editions that are not Japanese. */
const EDITIONS: Partial<Record<LanguageCode, string>> = {
  ENG: 'en_US',
  CHI: 'zh_CN',
  CHI_HANS: 'zh_CN',
  CHI_HANT: 'zh_TW',
  KO_KR: 'ko_KR',
}
const COOKIE = 'adultchecked=1; locale=ja-jp'

/** The store sorts its works into sites, each with its own address; most are on the first one. */
const SITES: Record<string, readonly string[]> = {
  RJ: ['maniax', 'pro'],
  VJ: ['pro', 'maniax'],
  BJ: ['books', 'maniax', 'pro'],
}

/**
 * Asks the store of the codes. Facts take one request for the work, one for its sales, one more for an edition in another
 * language, and two more only if it has tags whose Chinese and English names are not known yet.
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
    if (answer.status !== 200) throw new ProviderFailure('status', { host, status: answer.status })
    return { json: parseJson(answer.bytes, host), text: new TextDecoder().decode(answer.bytes) }
  }

  /** The work's entry; null if this site does not have it. */
  async function findProduct(site: string, { code, id }: StoreCode, locale: string, signal: AbortSignal) {
    const path = `/${site}/api/=/product.json?workno=${code}&locale=${encodeURIComponent(locale)}`
    const { json, text } = await getJson(path, signal)
    if (!Array.isArray(json)) throw new ProviderFailure('notAList', { host })
    if (json.length === 0) return null
    const product = recordOf(json[0])
    if (typeof product.workno !== 'string' || codeToId(product.workno) !== id)
      throw new ProviderFailure('otherWork', { host, code })
    return { product, text }
  }

  /** Learns the names of a work's tags in the other languages. */
  async function learnTagNames(site: string, code: StoreCode, product: Record<string, unknown>, signal: AbortSignal) {
    const ids = genresOf(product).map(({ id }) => id)
    if (ids.every((id) => typeof id !== 'number' || tagNames.has(id))) return
    if (tagNames.size > MAX_TAG_NAMES) tagNames.clear()
    for (const language of ['en', 'zh'] as const) {
      const found = await findProduct(site, code, locales[language], signal)
      for (const { id, name: given } of genresOf(found?.product ?? {})) {
        const name = nameOf(given)
        if (typeof id === 'number' && name !== undefined) tagNames.set(id, { ...tagNames.get(id), [language]: name })
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

  /** Asks the sites one after another until one has the work. */
  async function onItsSite<T>({ code, id }: WorkCode, ask: (site: string, code: StoreCode) => Promise<T | null>) {
    // Folders may spell a code with more zeros than the store.
    const canonical = { code: canonicalCode(id), id }
    for (const site of SITES[code.slice(0, 2)] ?? []) {
      const found = await ask(site, canonical)
      if (found !== null) return found
    }
    return null
  }

  async function askSales(site: string, { code }: StoreCode, signal: AbortSignal) {
    const { json, text } = await getJson(`/${site}/product/info/ajax?product_id=${code}&cdn_cache_min=1`, signal)
    const sales = recordOf(json)[code]
    return sales === undefined ? null : { sales: recordOf(sales), text }
  }

  async function find(asked: WorkCode, signal: AbortSignal): Promise<Finding> {
    const facts = await onItsSite(asked, async (site, code) => {
      const found = await findProduct(site, code, locales.ja, signal)
      if (!found) return null
      const sales = await optional(() => askSales(site, code, signal))
      const volatile = readSales(sales?.sales ?? {})
      const language = readLanguage(found.product)
      const locale = language && EDITIONS[language]
      const own = locale && (await optional(() => findProduct(site, code, spelledLike(locales.ja, locale), signal)))
      await optional(() => learnTagNames(site, code, found.product, signal))
      const context = { baseUrl, site, code: code.code, tagNames }
      const { coverUrl, ...fields } = readProduct(found.product, context)
      // An edition's own texts; names and tags stay Japanese, so that they are the same for all editions.
      const { title, description } = own ? readProduct(own.product, context) : fields
      const metadata = validFields({
        ...fields,
        title: title ?? fields.title,
        description: description ?? fields.description,
        ...volatile,
        price: fields.price ?? volatile.price,
      })
      if (metadata.title === undefined) throw new ProviderFailure('noTitle', { host })
      const raw = `[${found.text},${sales?.text ?? 'null'},${own ? own.text : 'null'}]`
      return { metadata, coverUrl, raw }
    })
    return facts ? { kind: 'facts', facts } : { kind: 'notFound' }
  }

  /** An edition in another language has no titles of its own in others. */
  async function findTitles(asked: WorkCode, known: WorkMetadata, signal: AbortSignal): Promise<Answer | null> {
    const ja = known.title
    if (ja === undefined || (known.language ?? 'JPN') !== 'JPN') return null
    const titles: Partial<Record<Language, string>> = {}
    const texts: string[] = []
    for (const language of ['en', 'zh'] as const) {
      const found = await onItsSite(asked, (site, code) => findProduct(site, code, locales[language], signal))
      if (!found) return null
      texts.push(found.text)
      const title = readTitle(found.product)
      // The store answers in Japanese where it has no title in a language.
      if (title !== undefined && title !== ja) titles[language] = title
    }
    const metadata = Object.keys(titles).length > 0 ? validFields({ titles: { ja, ...titles } }) : {}
    return { metadata, raw: `[${texts.join()}]` }
  }

  async function findSales(asked: WorkCode, signal: AbortSignal): Promise<Answer | null> {
    const found = await onItsSite(asked, (site, code) => askSales(site, code, signal))
    return found && { metadata: validFields(readSales(found.sales)), raw: found.text }
  }

  return {
    name: 'dlsite',
    host,
    find: (code, signal) => asFinding(signal, () => find(code, signal)),
    findTitles: (code, known, signal) => understood(signal, () => findTitles(code, known, signal)),
    findSales: (code, signal) => understood(signal, () => findSales(code, signal)),
    downloadPicture: (url, signal) => downloadPicture(client, new URL(url), signal),
    rest: async (signal) => options.pace?.wait(signal),
    close: () => client.close(),
  }
}

function genresOf(product: Record<string, unknown>): Record<string, unknown>[] {
  return itemsOf(product.genres, 500).map(recordOf)
}

/** Spells `zh_TW` as the owner spells languages: `zh-tw`. */
function spelledLike(example: string, locale: string): string {
  const separated = locale.replace('_', example.charAt(2))
  return /[A-Z]/.test(example) ? separated : separated.toLowerCase()
}
