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

/** Loads it in its turn. Returns what to wait for; scripts are awaited by their import. */
function fetchNeed(path: string): Promise<void> | undefined {
  const href = below(`/${path}`)
  if (!fetched.has(href)) {
    if (href.endsWith('.css')) fetched.set(href, isInPage(href) ? undefined : inTurn(() => fetchSheet(href)))
    else {
      fetched.set(href, undefined)
      void inTurn(async () => void addLink('modulepreload', href))
    }
  }
  return fetched.get(href)
}

/** A task starts no more after this: each request takes a phone several milliseconds, and a screen has up to twenty. */
const TURN_MS = 8
const turns: (() => void)[] = []

/** Runs it in a later task, after those before it; at once where the page is hidden, whose timers are slow. */
function inTurn(start: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    turns.push(() => void start().then(resolve, reject))
    if (document.hidden) takeTurns()
    else if (turns.length === 1) setTimeout(takeTurns)
  })
}

function takeTurns(): void {
  const until = performance.now() + TURN_MS
  do turns.shift()?.()
  while (turns.length > 0 && (document.hidden || performance.now() < until))
  if (turns.length > 0) setTimeout(takeTurns)
}

function fetchSheet(href: string): Promise<void> {
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

let sheetsOfPage: string | undefined

/** The server inlines a page's sheets, each with its URL, or links to them if it could not render. */
function isInPage(href: string): boolean {
  sheetsOfPage ??= [...document.querySelectorAll('style, link[rel=stylesheet]')]
    .map((sheet) => sheet.getAttribute('href') ?? sheet.textContent)
    .join('\n')
  return sheetsOfPage.includes(href)
}

function addLink(rel: string, href: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  link.href = href
  document.head.append(link)
  return link
}
