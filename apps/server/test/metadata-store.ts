import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import sharp from 'sharp'

/** A work as the store's documents describe it. */
export type StoreWork = {
  code: string
  site?: string
  title?: string
  /** Titles by locale; the store answers in Japanese where it has none. */
  titles?: Record<string, string>
  circle?: string
  /** Merged into the product's document. */
  product?: object
  /** Merged into the document of sales. */
  sales?: object
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A local server that speaks like the store of the codes, with invented works. */
export async function startMetadataStore(works: readonly StoreWork[]) {
  const picture = await sharp({ create: { width: 560, height: 420, channels: 3, background: '#3a5f7d' } })
    .jpeg()
    .toBuffer()
  const requests: { path: string; at: number }[] = []
  const changed = new Map<string, Partial<StoreWork>>()
  let override: Handler | null = null
  let cover: string | Buffer = picture
  let open = 0
  let mostOpen = 0

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://store')
    requests.push({ path: url.pathname + url.search, at: performance.now() })
    mostOpen = Math.max(mostOpen, ++open)
    response.once('close', () => open--)
    if (override) return override(request, response)
    const [, site = '', kind] = url.pathname.split('/')
    if (kind === 'cover.jpg') return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(cover)
    if (kind?.startsWith('sample')) return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture)
    if (kind === 'gone.jpg') return void response.writeHead(404).end()
    const json = (body: unknown) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const code = url.searchParams.get('workno') ?? url.searchParams.get('product_id')
    const known = works.find((one) => one.code === code && (one.site ?? 'maniax') === site)
    if (!known) return json([])
    const work = { ...known, ...changed.get(known.code) }
    if (kind === 'product') return json({ [work.code]: salesOf(work) })
    return json([productOf(work, url.searchParams.get('locale') ?? 'ja_JP')])
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    /** What was asked for, in order; `at` by `performance.now()`. */
    requests,
    /** Answers every request from now on; null: as the store does. */
    answer(handler: Handler | null): void {
      override = handler
    },
    /** Answers with other fields for one work from now on. */
    change(code: string, fields: Partial<StoreWork>): void {
      changed.set(code, fields)
    },
    /** Sends something else as every cover; null: a picture again. */
    answerCover(content: string | null): void {
      cover = content ?? picture
    },
    /** How many requests were open at the same time, at most. */
    mostAtOnce: () => mostOpen,
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const genres = [
  { id: 497, ja_JP: '雨音', en_US: 'Rain', zh_CN: '雨声' },
  { id: 56, ja_JP: '囁き', en_US: 'Whisper', zh_CN: '耳语' },
]

function productOf({ code, title = `作品 ${code}`, titles, circle = '月影工房', product }: StoreWork, locale: string) {
  return {
    workno: code,
    work_name: titles?.[locale] ?? title,
    maker_id: 'RG90001',
    maker_name: circle,
    age_category: 1,
    regist_date: '2024-05-06 16:00:00',
    genres: genres.map((genre) => ({ id: genre.id, name: genre[locale as 'ja_JP'], search_val: String(genre.id) })),
    creaters: { voice_by: [{ id: '1', name: '風見はるか', classification: 'voice_by' }], scenario_by: [] },
    image_main: { url: '/maniax/cover.jpg' },
    intro_s: '雨の夜の物語。',
    price: 1_320,
    official_price: 1_320,
    language_editions: { 1: { workno: code, lang: 'JPN', label: '日本語' } },
    translation_info: { lang: 'JPN', is_original: true, original_workno: null },
    ...product,
  }
}

function salesOf({ sales }: StoreWork) {
  return {
    dl_count: '1234',
    review_count: '12',
    rate_count: 90,
    rate_average_2dp: 4.83,
    rate_count_detail: [
      { review_point: 5, count: 80, ratio: 89 },
      { review_point: 4, count: 10, ratio: 11 },
    ],
    rank: [{ term: 'day', category: 'all', rank: 7, rank_date: '2024-05-07' }],
    // A sale; `official_price` is the regular price.
    price: 660,
    official_price: 1_320,
    ...sales,
  }
}
