/** One chunk in Vite's `.vite/manifest.json`. */
export type Chunk = { file: string; imports?: string[]; css?: string[]; isEntry?: boolean }

/** The assets that the router writes into a page's head for a route. Paths start with a slash. */
type RouteAssets = {
  preloads?: string[]
  css?: string[]
  scripts?: { attrs?: Record<string, string | boolean>; children?: string }[]
}
export type AssetManifest = {
  routes: Record<string, RouteAssets>
  /** Style sheets to inline, by path. */
  inlineCss?: { styles: Record<string, string> }
}

const ENTRY = 'src/entry-client.tsx'
/** A route's screen; its loader and pending component may be in the same chunk (`component---loader`). */
const ROUTE_CHUNK = /^src\/routes\/(.+)\.tsx\?tsr-split=(?:\w+---)*component(?:---\w+)*$/

/**
 * Converts the bundler's manifest to the router's, by language: the scripts and style sheets of each route. A page's
 * head lists the scripts, so that the browser discovers none late, and contains the sheets.
 *
 * @param styles  texts of the style sheets by file
 * @param basePath  the path below which the files are served
 */
export function assetManifests(
  chunks: Record<string, Chunk>,
  styles: Record<string, string>,
  basePath = '',
): (locale: string) => AssetManifest {
  const pathOf = (file: string) => `${basePath}/${file}`
  const shell = needsOf(chunks, ENTRY)
  const beyondShell = ({ scripts, sheets }: Needs): RouteAssets => ({
    preloads: scripts.filter((file) => !shell.scripts.includes(file)).map(pathOf),
    css: sheets.filter((file) => !shell.sheets.includes(file)).map(pathOf),
  })
  const routes: AssetManifest['routes'] = {}
  for (const key of Object.keys(chunks)) {
    const name = ROUTE_CHUNK.exec(key)?.[1]
    if (name !== undefined) routes[`/${name.replaceAll('.', '/')}`] = beyondShell(needsOf(chunks, key))
  }
  // Each after its path, by which the browser knows what it need not fetch (apps/web/src/lib/chunks/load-chunk.ts).
  const inlined = Object.fromEntries(
    Object.entries(styles).map(([file, text]) => [pathOf(file), `/*${pathOf(file)}*/${text}`]),
  )
  const made = new Map<string, AssetManifest>()
  return (locale) => {
    const known = made.get(locale)
    if (known) return known
    const { preloads: texts = [] } = beyondShell(needsOf(chunks, `src/i18n/${locale}.ts`))
    const manifest: AssetManifest = {
      routes: {
        ...routes,
        __root__: {
          preloads: [...shell.scripts.map(pathOf), ...texts],
          css: shell.sheets.map(pathOf),
          scripts: [{ attrs: { type: 'module', async: true, src: pathOf(shell.scripts[0] ?? '') } }],
        },
      },
      inlineCss: { styles: inlined },
    }
    made.set(locale, manifest)
    return manifest
  }
}

type Needs = { scripts: string[]; sheets: string[] }

/** Returns a chunk's assets: its own script first, but its sheets after those of its imports, which they override. */
function needsOf(chunks: Record<string, Chunk>, start: string): Needs {
  const scripts = new Set<string>()
  const sheets = new Set<string>()
  const visit = (key: string) => {
    const chunk = chunks[key]
    if (!chunk || scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
    for (const sheet of chunk.css ?? []) sheets.add(sheet)
  }
  visit(start)
  return { scripts: [...scripts], sheets: [...sheets] }
}

const refreshPreamble = `import { injectIntoGlobalHook } from '/@react-refresh';injectIntoGlobalHook(window);window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>(type)=>type;`

/** In development the sources are served directly, and styles are loaded by script. */
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
