/** One chunk in Vite's `.vite/manifest.json`. */
export type Chunk = { file: string; imports?: string[]; isEntry?: boolean }

/** What the router writes into a page's head for a route. Paths begin with a slash. */
type RouteAssets = {
  preloads?: string[]
  css?: string[]
  scripts?: { attrs?: Record<string, string | boolean>; children?: string }[]
}
export type AssetManifest = {
  routes: Record<string, RouteAssets>
  /** Sheets that are written into the page, by their path. */
  inlineCss?: { styles: Record<string, string> }
}

const ENTRY = 'src/entry-client.tsx'
/** A route's screen; its loader and what stands in for it may be in the same chunk (`component---loader`). */
const ROUTE_CHUNK = /^src\/routes\/(.+)\.tsx\?tsr-split=(?:\w+---)*component(?:---\w+)*$/

/**
 * From the bundler's manifest to the router's, by language: which scripts each route needs, so that a page's head names
 * them all at once and the browser discovers none late. The style sheet is written into the page.
 *
 * @param styles  texts of the style sheets by their path
 */
export function assetManifests(
  chunks: Record<string, Chunk>,
  styles: Record<string, string>,
): (locale: string) => AssetManifest {
  const shell = closure(chunks, ENTRY)
  const routes: AssetManifest['routes'] = {}
  for (const key of Object.keys(chunks)) {
    const name = ROUTE_CHUNK.exec(key)?.[1]
    if (name === undefined) continue
    const own = closure(chunks, key)
    routes[`/${name.replaceAll('.', '/')}`] = { preloads: own.filter((file) => !shell.includes(file)) }
  }
  const made = new Map<string, AssetManifest>()
  return (locale) => {
    const known = made.get(locale)
    if (known) return known
    const texts = closure(chunks, `src/i18n/${locale}.ts`).filter((file) => !shell.includes(file))
    const manifest: AssetManifest = {
      routes: {
        ...routes,
        __root__: {
          preloads: [...shell, ...texts],
          css: Object.keys(styles),
          scripts: [{ attrs: { type: 'module', async: true, src: shell[0] ?? '' } }],
        },
      },
      inlineCss: { styles },
    }
    made.set(locale, manifest)
    return manifest
  }
}

/** A chunk's own file first, and everything it imports statically. */
function closure(chunks: Record<string, Chunk>, start: string): string[] {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = chunks[key]
    if (!chunk || files.has(`/${chunk.file}`)) return
    files.add(`/${chunk.file}`)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  visit(start)
  return [...files]
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
