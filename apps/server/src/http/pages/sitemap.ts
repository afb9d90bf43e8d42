import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

import { workPath } from '@otodana/work-code'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { acceptedEncoding } from './send-html.ts'

export type ListedWork = { id: number; source_id: string; source_type: string; updatedAtMs: number }

/** The most that the sitemap protocol allows in one file. */
const URLS_PER_FILE = 50_000
const MAX_FILES = 100
const KEPT_MS = 10 * 60_000
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const compress = promisify(gzip)
const decompress = promisify(gunzip)

type CrawlerDeps = {
  origin: (request: FastifyRequest) => string
  listAllWorks?: () => AsyncIterable<ListedWork>
}

/** `robots.txt`, and `sitemap.xml` where there is a list of works: one file, or an index of several. */
export function crawlerRoutes(app: FastifyInstance, { origin, listAllWorks }: CrawlerDeps): void {
  app.get('/robots.txt', (request, reply) => {
    const lines = ['User-agent: *', 'Disallow: /api/', 'Allow: /api/cover/']
    if (listAllWorks) lines.push('', `Sitemap: ${origin(request)}/sitemap.xml`)
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
  if (!listAllWorks) return

  const files = keptFor(KEPT_MS, (origin: string) => makeFiles(listAllWorks(), origin))
  app.get('/sitemap.xml', async (request, reply) => {
    const made = await files(origin(request))
    const [only] = made
    if (made.length === 1 && only) return sendXml(request, reply, only)
    const index = made.map(
      (_, at) => `<sitemap><loc>${escapeXml(origin(request))}/sitemap-${at + 1}.xml</loc></sitemap>`,
    )
    return sendXml(request, reply, await compress(document('sitemapindex', index)))
  })
  app.get<{ Params: { number: string } }>('/sitemap-:number(^[1-9]\\d{0,2}).xml', async (request, reply) => {
    const file = (await files(origin(request)))[Number(request.params.number) - 1]
    if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('Not found')
    return sendXml(request, reply, file)
  })
}

/** The screens that lead to works, and the one that says what this is. */
const screens = ['/works', '/circles', '/tags', '/vas', '/about']

/** Sitemap files, gzipped; the library's own pages stand first. */
async function makeFiles(works: AsyncIterable<ListedWork>, origin: string): Promise<Buffer[]> {
  const files: Buffer[] = []
  let urls = screens.map((path) => `<url><loc>${escapeXml(origin + path)}</loc></url>`)
  for await (const work of works) {
    if (urls.length === URLS_PER_FILE) {
      files.push(await compress(document('urlset', urls)))
      urls = []
      if (files.length === MAX_FILES) return files
    }
    const changed = new Date(work.updatedAtMs).toISOString().slice(0, 10)
    urls.push(`<url><loc>${escapeXml(origin + workPath(work))}</loc><lastmod>${changed}</lastmod></url>`)
  }
  files.push(await compress(document('urlset', urls)))
  return files
}

function document(root: string, entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</${root}>\n`
}

async function sendXml(request: FastifyRequest, reply: FastifyReply, gzipped: Buffer): Promise<FastifyReply> {
  void reply.type('application/xml; charset=utf-8').header('vary', 'Accept-Encoding')
  void reply.header('cache-control', 'public, max-age=600')
  if (acceptedEncoding(request.headers['accept-encoding']) === null) return reply.send(await decompress(gzipped))
  return reply.header('content-encoding', 'gzip').send(gzipped)
}

/** Makes a value once and gives it until it is too old; for one key at a time, since there is hardly ever another. */
function keptFor<T>(ms: number, make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  let kept: { key: string; value: Promise<T>; until: number } | undefined
  return async (key) => {
    if (kept?.key === key && kept.until > performance.now()) return kept.value
    const made = { key, value: make(key), until: performance.now() + ms }
    kept = made
    try {
      return await made.value
    } catch (error) {
      if (kept === made) kept = undefined
      throw error
    }
  }
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
