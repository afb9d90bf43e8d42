/** One chunk in Vite's `.vite/manifest.json`. */
export type Chunk = { file: string; imports?: string[]; css?: string[]; isEntry?: boolean }

/** What the router writes into a page's head for a route. Paths begin with a slash. */
export type RouteAssets = {
  preloads?: string[]
  css?: string[]
  scripts?: { attrs?: Record<string, string | boolean>; children?: string }[]
}
export type AssetManifest = { routes: Record<string, RouteAssets> }

const ENTRY = 'src/entry-client.tsx'
const ROUTE_CHUNK = /^src\/routes\/(.+)\.tsx\?tsr-split=component$/

/**
 * From the bundler's manifest to the router's, by language: which style sheets, scripts and preloads each route needs, so
 * that a page's head names them all at once, and the browser discovers none late.
 */
export function assetManifests(chunks: Record<string, Chunk>): (locale: string) => AssetManifest {
  const shell = closure(chunks, ENTRY)
  const routes: AssetManifest['routes'] = {}
  for (const key of Object.keys(chunks)) {
    const name = ROUTE_CHUNK.exec(key)?.[1]
    if (name === undefined) continue
    const own = closure(chunks, key)
    routes[`/${name.replaceAll('.', '/')}`] = {
      preloads: own.js.filter((file) => !shell.js.includes(file)),
      css: own.css.filter((file) => !shell.css.includes(file)),
    }
  }
  const made = new Map<string, AssetManifest>()
  return (locale) => {
    const known = made.get(locale)
    if (known) return known
    const texts = closure(chunks, `src/i18n/${locale}.ts`).js.filter((file) => !shell.js.includes(file))
    const manifest: AssetManifest = {
      routes: {
        ...routes,
        __root__: {
          preloads: [...shell.js, ...texts],
          css: shell.css,
          scripts: [{ attrs: { type: 'module', async: true, src: shell.js[0] ?? '' } }],
        },
      },
    }
    made.set(locale, manifest)
    return manifest
  }
}

/** A chunk's own file first, and everything it imports statically. */
function closure(chunks: Record<string, Chunk>, start: string): { js: string[]; css: string[] } {
  const js = new Set<string>()
  const css = new Set<string>()
  const visit = (key: string) => {
    const chunk = chunks[key]
    if (!chunk || js.has(`/${chunk.file}`)) return
    js.add(`/${chunk.file}`)
    for (const imported of chunk.imports ?? []) visit(imported)
    for (const file of chunk.css ?? []) css.add(`/${file}`)
  }
  visit(start)
  return { js: [...js], css: [...css] }
}

const refreshPreamble = `import { injectIntoGlobalHook } from '/@react-refresh';injectIntoGlobalHook(window);window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>(type)=>type;`

/** In development the sources are the files, and styles come by script. */
export const devManifest: AssetManifest = {
  routes: {
    __root__: {
      scripts: [
        { attrs: { type: 'module' }, children: refreshPreamble },
        { attrs: { type: 'module', src: '/@vite/client' } },
        { attrs: { type: 'module', src: '/src/entry-client.tsx' } },
      ],
    },
  },
}
