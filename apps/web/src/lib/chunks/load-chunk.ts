/** How long a chunk may take: even on a very slow line, all of them together take less. */
export const LONGEST_LOAD_MS = 120_000

const NAME = 'MissingChunkError'

/** What was asked for, by address. */
const fetched = new Map<string, Promise<void> | undefined>()

/**
 * Imports a chunk, and fetches what it needs at the same time. It is there once its style sheets are, so that nothing is
 * drawn without them. The build does this at every dynamic import, see vite/chunk-loading.ts.
 *
 * @param needs  paths of chunks and style sheets, from the site's root
 * @throws {Error} for which `isMissingChunk` holds, when one does not arrive within two minutes: a connection that hangs
 *   never fails by itself
 */
export function loadChunk<T>(load: () => Promise<T>, needs: readonly string[] = []): Promise<T> {
  return new Promise((resolve, reject) => {
    // The browsers' own messages would have the router reload the page at once, which ends what sounds. When to reload
    // is the visitor's choice.
    const fail = (message: unknown) =>
      reject(Object.assign(new Error(`Chunk missing: ${String(message)}`), { name: NAME }))
    const timer = setTimeout(fail, LONGEST_LOAD_MS, 'it takes too long')
    Promise.all([load(), ...needs.map(fetchNeed)])
      .finally(() => clearTimeout(timer))
      .then(([chunk]) => resolve(chunk), fail)
  })
}

/** Whether a part of the app did not arrive: no connection, or the server has another build by now. */
export function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && error.name === NAME
}

/** Begins to fetch it. Gives what is to be waited for: a script is waited for by its import. */
function fetchNeed(path: string): Promise<void> | undefined {
  const href = `/${path}`
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
      // Another try is another request.
      link.remove()
      fetched.delete(href)
      reject(new Error(`no ${href}`))
    }
  })
}

/** The server writes a page's sheets into it, each after its address, or links to them where it could not render. */
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
