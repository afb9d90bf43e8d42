import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

import { workPath } from '@otodana/work-code'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { escapeXml } from '../sending/xml.ts'
import { acceptedEncoding } from './send-html.ts'

export type ListedWork = { id: number; source_id: string; source_type: string; updatedAtMs: number }

/** The sitemap protocol's maximum for one file. */
const URLS_PER_FILE = 50_000
const MAX_FILES = 100
/** If the library changes continuously, generating its sitemap takes at most this share of the time. */
const MAX_MAKING_SHARE = 1 / 20
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** All works and series for the sitemap. */
export type WorkAddresses = {
  list: () => AsyncIterable<ListedWork>
  seriesIds: () => Iterable<number>
  /** Changes whenever the works change. */
  version: () => number
}

type CrawlerDeps = {
  /** Returns `https://host`, and the base path. */
  siteUrl: (request: FastifyRequest) => string
  /** Empty by default. */
  basePath?: string
  works?: WorkAddresses
}

/** Serves `robots.txt`, and `sitemap.xml` if there is a list of works: one file, or an index of several. */
export function crawlerRoutes(app: FastifyInstance, { siteUrl, basePath = '', works }: CrawlerDeps): void {
  app.get('/robots.txt', (request, reply) => {
    const lines = ['User-agent: *', `Disallow: ${basePath}/api/`, `Allow: ${basePath}/api/cover/`]
    if (works) lines.push('', `Sitemap: ${siteUrl(request)}/sitemap.xml`)
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
  const sendNothing = (reply: FastifyReply) => reply.code(404).type('text/plain; charset=utf-8').send('Not found')
  if (!works) {
    app.get('/sitemap.xml', (_request, reply) => sendNothing(reply))
    return
  }

  const files = memoisedByVersion(works.version, (siteUrl: string) => makeFiles(works, siteUrl))
  app.get('/sitemap.xml', async (request, reply) => {
    const made = await files(siteUrl(request))
    const [only] = made
    if (made.length === 1 && only) return sendXml(request, reply, only)
    const index = made.map(
      (_, at) => `<sitemap><loc>${escapeXml(siteUrl(request))}/sitemap-${at + 1}.xml</loc></sitemap>`,
    )
    return sendXml(request, reply, await compress(document('sitemapindex', index)))
  })
  app.get<{ Params: { number: string } }>('/sitemap-:number(^[1-9]\\d{0,2}).xml', async (request, reply) => {
    const file = (await files(siteUrl(request)))[Number(request.params.number) - 1]
    if (!file) return sendNothing(reply)
    return sendXml(request, reply, file)
  })
}

/** Screens that lead to works, and the about page. */
const screens = ['/works', '/popular', '/circles', '/tags', '/vas', '/series', '/staff', '/about']

/** Yields gzipped sitemap files; the site's own pages come first. */
async function makeFiles(works: WorkAddresses, siteUrl: string): Promise<Buffer[]> {
  const files: Buffer[] = []
  let urls: string[] = []
  for await (const { path, changed } of addresses(works)) {
    if (urls.length === URLS_PER_FILE) {
      files.push(await compress(document('urlset', urls)))
      urls = []
      if (files.length === MAX_FILES) return files
    }
    urls.push(`<url><loc>${escapeXml(siteUrl + path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`)
  }
  files.push(await compress(document('urlset', urls)))
  return files
}

async function* addresses({ list, seriesIds }: WorkAddresses): AsyncGenerator<{ path: string; changed?: string }> {
  for (const path of screens) yield { path }
  for (const id of seriesIds()) yield { path: `/series/${id}` }
  for await (const work of list()) {
    yield { path: workPath(work), changed: new Date(work.updatedAtMs).toISOString().slice(0, 10) }
  }
}

function document(root: string, entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</${root}>\n`
}

async function sendXml(request: FastifyRequest, reply: FastifyReply, gzipped: Buffer): Promise<FastifyReply> {
  void reply.type('application/xml; charset=utf-8').header('vary', 'Accept-Encoding')
  void reply.header('cache-control', 'public, no-cache')
  if (acceptedEncoding(request.headers['accept-encoding']) === null) return reply.send(await decompress(gzipped))
  return reply.header('content-encoding', 'gzip').send(gzipped)
}

type Memoised<T> = { key: string; version: number; value: Promise<T>; untilAtLeast: number }

/** Memoises a value by version; holds one key, since there is hardly ever another. */
function memoisedByVersion<T>(version: () => number, make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  let memoised: Memoised<T> | undefined
  return async (key) => {
    const isGood =
      memoised?.key === key && (memoised.version === version() || performance.now() < memoised.untilAtLeast)
    if (memoised && isGood) return memoised.value
    // Reads the version before the works: a change in between generates the sitemap again.
    const madeAt = performance.now()
    const made: Memoised<T> = { key, version: version(), value: make(key), untilAtLeast: Number.POSITIVE_INFINITY }
    memoised = made
    try {
      const value = await made.value
      const now = performance.now()
      made.untilAtLeast = now + (now - madeAt) / MAX_MAKING_SHARE
      return value
    } catch (error) {
      if (memoised === made) memoised = undefined
      throw error
    }
  }
}
