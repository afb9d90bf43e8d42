/**
 * Measures how much JavaScript a first visit loads before any interaction: the browser entry with its static imports,
 * one language's texts, and the chunks of the opened route. Fails above the limit, if what reads this device first has to
 * wait for a style sheet, and if other screens get the scripts and styles of a work's page or of the player.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** Bytes, gzipped, for the screens that visitors land on. */
export const firstLoadLimitBytes = 150_000
/** Routes that visitors land on by a link. Others are loaded after a tap, when a page is already shown. */
const landingRoutes = /^src\/routes\/(?:__root|index|works?(?=[./$_-]))/

/** Reads what is kept on this device while the screen that shows it loads. */
const reader = 'src/features/kept/follow-kept.ts'

/** Chunks that many screens share, and the larger ones that none of them may bring along: see apps/web/vite/chunks.ts. */
const sharedChunks = ['lists', 'later', 'NamesScreen']
const screenChunks = ['work', 'engine', 'lyrics']

/** The texts of one language; a visit loads one of them. */
const languageChunk = /^src\/i18n\/[a-z]{2}(?:-[A-Z]{2})?\.ts$/

export interface ManifestChunk {
  file: string
  /** Of its group, or of the module that it begins with. */
  name?: string
  isEntry?: boolean
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}
/** Vite's `.vite/manifest.json`: chunks by source file. */
export type Manifest = Record<string, ManifestChunk>

/** Returns the files of `keys` and their static imports, each once. */
export function filesOf(manifest: Manifest, keys: readonly string[]): string[] {
  const files = new Set<string>()
  const visited = new Set<string>()
  const visit = (key: string) => {
    if (visited.has(key)) return
    visited.add(key)
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`the manifest names ${key} but does not describe it`)
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const key of keys) visit(key)
  return [...files]
}

/** Returns the style sheets that a lazy chunk waits for, beyond those that every page has. */
export function sheetsOf(manifest: Manifest, key: string): string[] {
  const sheetsBy = (keys: readonly string[]) => {
    const files = new Set(filesOf(manifest, keys))
    return Object.values(manifest).flatMap(({ file, css }) => (files.has(file) ? (css ?? []) : []))
  }
  const known = new Set(sheetsBy(Object.keys(manifest).filter((name) => manifest[name]?.isEntry)))
  return sheetsBy([key]).filter((sheet) => !known.has(sheet))
}

/** Returns which shared chunks load which chunks of a screen, as `later: work`. */
export function strayChunks(manifest: Manifest): string[] {
  const named = (name: string) => Object.keys(manifest).filter((key) => manifest[key]?.name === name)
  return sharedChunks.flatMap((shared) => {
    const keys = named(shared)
    if (keys.length === 0) throw new Error(`the manifest has no chunk named ${shared}`)
    const loaded = new Set(filesOf(manifest, keys))
    const isLoaded = (screen: string) => named(screen).some((key) => loaded.has(manifest[key]?.file ?? ''))
    return screenChunks.filter(isLoaded).map((screen) => `${shared}: ${screen}`)
  })
}

export interface FirstLoad {
  /** The route's source file, or `entry` for what every screen loads. */
  route: string
  files: string[]
}

/**
 * Returns what each landing route loads, in the last language by name (sizes differ little). One route may be split
 * into several chunks (`works.tsx?tsr-split=component`).
 */
export function firstLoads(manifest: Manifest): FirstLoad[] {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  if (entries.length === 0) throw new Error('the manifest has no entry')
  const chunksByRoute = new Map<string, string[]>()
  for (const key of Object.keys(manifest).filter((name) => landingRoutes.test(name))) {
    const route = key.split('?')[0] ?? key
    // Error screens are loaded on errors only.
    if (/tsr-split=(?:errorComponent|notFoundComponent)/.test(key)) continue
    chunksByRoute.set(route, [...(chunksByRoute.get(route) ?? []), key])
  }
  const shell = [...chunksByRoute].filter(([route]) => route.includes('/__root')).flatMap(([, keys]) => keys)
  const language = Object.keys(manifest)
    .filter((key) => languageChunk.test(key))
    .toSorted()
    .slice(-1)
  const always = [...entries, ...language, ...shell]
  return [
    { route: 'entry', files: filesOf(manifest, always) },
    ...[...chunksByRoute].map(([route, keys]) => ({ route, files: filesOf(manifest, [...always, ...keys]) })),
  ]
}

/** Prints the sizes, and returns whether all are within the limit. */
export function checkSizes(client: string): boolean {
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Manifest
  const sizes = new Map<string, number>()
  const gzipSize = (file: string) => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(join(client, file)), { level: 9 }).length
    sizes.set(file, size)
    return size
  }
  let isWithin = true
  for (const { route, files } of firstLoads(manifest)) {
    const bytes = files.reduce((sum, file) => sum + gzipSize(file), 0)
    const verdict =
      bytes <= firstLoadLimitBytes ? 'ok' : `over by ${((bytes - firstLoadLimitBytes) / 1000).toFixed(1)} kB`
    isWithin &&= bytes <= firstLoadLimitBytes
    console.log(
      `first load, ${route}: ${(bytes / 1000).toFixed(1)} kB gzip in ${files.length} files ` +
        `(limit ${firstLoadLimitBytes / 1000} kB): ${verdict}`,
    )
  }
  const sheets = sheetsOf(manifest, reader)
  if (sheets.length > 0) console.log(`${reader} waits for ${sheets.join(', ')}: see apps/web/vite/chunks.ts`)
  const strays = strayChunks(manifest)
  if (strays.length > 0)
    console.log(`chunks load those of other screens: ${strays.join(', ')}; see apps/web/vite/chunks.ts`)
  return isWithin && sheets.length === 0 && strays.length === 0
}

if (import.meta.main) {
  const client = fileURLToPath(new URL('../apps/web/dist/client', import.meta.url))
  if (!checkSizes(client)) process.exitCode = 1
}
