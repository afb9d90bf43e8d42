import { below } from '../base-path.ts'

/** Timeout of a chunk: even on a very slow connection, all of them together take less. */
export const LONGEST_LOAD_MS = 120_000

const NAME = 'MissingChunkError'

/** Requests by URL. */
const fetched = new Map<string, Promise<void> | undefined>()

/**
 * Imports a chunk, and loads its dependencies at the same time. Resolves once its style sheets are loaded, so that
 * nothing is rendered without them. The build uses it for every dynamic import, see vite/chunk-loading.ts.
 *
 * @param needs  paths of chunks and style sheets
 * @throws {Error} for which `isMissingChunk` holds, if one does not arrive within two minutes: a stalled connection
 *   never fails by itself
 */
export function loadChunk<T>(load: () => Promise<T>, needs: readonly string[] = []): Promise<T> {
  return new Promise((resolve, reject) => {
    // The browser's own error would make the router reload the page at once, which stops playback. The visitor decides
    // when to reload.
    const fail = (message: unknown) =>
      reject(Object.assign(new Error(`Chunk missing: ${String(message)}`), { name: NAME }))
    const timer = setTimeout(fail, LONGEST_LOAD_MS, 'it takes too long')
    Promise.all([load(), ...needs.map(fetchNeed)])
      .finally(() => clearTimeout(timer))
      .then(([chunk]) => resolve(chunk), fail)
  })
}

/** Whether a part of the app failed to load: no connection, or the server has another build. */
export function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && error.name === NAME
}

/** Starts loading it. Returns what to wait for; scripts are awaited by their import. */
function fetchNeed(path: string): Promise<void> | undefined {
  const href = below(`/${path}`)
  if (!fetched.has(href))
    fetched.set(href, href.endsWith('.css') ? fetchSheet(href) : void addLink('modulepreload', href))
  return fetched.get(href)
}

function fetchSheet(href: string): Promise<void> | undefined {
  if (isInPage(href)) return undefined
  return new Promise((resolve, reject) => {
    const link = addLink('stylesheet', href)
    link.onload = () => resolve()
    link.onerror = () => {
      // A retry needs a new request.
      link.remove()
      fetched.delete(href)
      reject(new Error(`no ${href}`))
    }
  })
}

/** The server inlines a page's sheets, each with its URL, or links to them if it could not render. */
function isInPage(href: string): boolean {
  const sheets = [...document.querySelectorAll('style, link[rel=stylesheet]')]
  return sheets.some((sheet) => sheet.getAttribute('href') === href || sheet.textContent.includes(href))
}

function addLink(rel: string, href: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  link.href = href
  document.head.append(link)
  return link
}
