import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { ApiEndpoints } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { type AssetManifest, assetManifests, type Chunk, devManifest } from './asset-manifest.ts'
import { bareShell } from './bare-shell.ts'

/** The exports of the web app's server entry (apps/web/src/entry-server.tsx). */
type WebEntry = {
  setBasePath: (path: string) => void
  languageOf: (headers: VisitorHeaders) => { locale: string; dir: string }
  render: (request: Request, options: RenderOptions) => Promise<Response>
  leanHtml: (html: string) => string
  appManifest: (locale: string, otherwise: string) => Promise<object>
}

type VisitorHeaders = {
  cookie?: string | undefined
  acceptLanguage?: string | undefined
  userAgent?: string | undefined
}
type RenderOptions = {
  locale: string
  nonce: string
  origin: string
  manifest: AssetManifest
  fetch: typeof fetch
  onFailure: (error: unknown) => void
  isClosed: boolean
  endpoints: ApiEndpoints
}

/** The web app as used by this server, built or compiled on request. */
export type WebApp = {
  languageOf: (headers: VisitorHeaders) => Promise<{ locale: string; dir: string }>
  render: (request: Request, options: RenderOptions) => Promise<Response>
  /** Writes a rendered page in fewer bytes; in development as it is. */
  leanHtml: (html: string) => string
  manifest: (locale: string) => AssetManifest
  /** The installed app's manifest in one language, or else in the other. */
  appManifest: (locale: string, otherwise: string) => Promise<object>
  /** The document without content, which the browser renders. */
  bareShell: (locale: string, dir: string, endpoints: ApiEndpoints) => string
}

type Source = { mode: 'built' | 'dev'; webDir: URL; basePath: string }

/** @throws {Error} in `built` mode, if there is no build */
export async function loadWebApp(app: FastifyInstance, { mode, webDir, basePath }: Source): Promise<WebApp> {
  return mode === 'built' ? loadBuilt(webDir, basePath) : loadSources(app, webDir)
}

async function loadBuilt(webDir: URL, basePath: string): Promise<WebApp> {
  const manifestFile = new URL('dist/client/.vite/manifest.json', webDir)
  const text = await readFile(manifestFile, 'utf8').catch((error: unknown) => {
    throw new Error('The web app is not built: run `npm run build`', { cause: error })
  })
  const chunks = JSON.parse(text) as Record<string, Chunk>
  const manifest = assetManifests(chunks, await readStyles(chunks, webDir), basePath)
  const entry = (await import(new URL('dist/server/entry-server.js', webDir).href)) as WebEntry
  entry.setBasePath(basePath)
  return {
    languageOf: async (headers) => entry.languageOf(headers),
    render: entry.render,
    leanHtml: entry.leanHtml,
    appManifest: entry.appManifest,
    manifest,
    bareShell: (locale, dir, endpoints) => bareShell({ manifest: manifest(locale), locale, dir, endpoints }),
  }
}

async function readStyles(chunks: Record<string, Chunk>, webDir: URL): Promise<Record<string, string>> {
  const files = new Set(Object.values(chunks).flatMap(({ css = [] }) => css))
  const read = [...files].map(async (file) => [file, await readFile(new URL(`dist/client/${file}`, webDir), 'utf8')])
  return Object.fromEntries(await Promise.all(read)) as Record<string, string>
}

/** Runs Vite in this process: it compiles on request, and notifies the open page of changes. */
async function loadSources(app: FastifyInstance, webDir: URL): Promise<WebApp> {
  const [{ createServer }, { default: middie }] = await Promise.all([import('vite'), import('@fastify/middie')])
  const vite = await createServer({
    root: fileURLToPath(webDir),
    appType: 'custom',
    server: { middlewareMode: true },
  })
  app.addHook('onClose', () => vite.close())
  await app.register(middie)
  app.use((request, response, next) => {
    if (request.url?.startsWith('/api/')) next()
    else vite.middlewares(request, response, next)
  })
  // Loaded for each request, because an edited module is a new one.
  const entry = async () => (await vite.ssrLoadModule('/src/entry-server.tsx')) as WebEntry
  return {
    languageOf: async (headers) => (await entry()).languageOf(headers),
    render: async (request, options) => (await entry()).render(request, options),
    appManifest: async (locale, otherwise) => (await entry()).appManifest(locale, otherwise),
    leanHtml: (html) => html,
    manifest: () => devManifest,
    bareShell: (locale, dir, endpoints) => bareShell({ manifest: devManifest, locale, dir, endpoints }),
  }
}
