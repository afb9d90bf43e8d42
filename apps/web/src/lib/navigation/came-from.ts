import { objectOf, recordOf, text } from '../readers.ts'
import { readJson, tabStorage, writeJson } from '../storage/browser-storage.ts'

/** A screen from which a work was opened. */
export type CameFrom = {
  /** Path and query. */
  href: string
  /** The screen's title, including the site's name. */
  title: string
}

type Entry = {
  href: string
  pathname: string
  /** The router's key of the history entry. */
  key: string | undefined
}
type Entrances = Record<string, CameFrom | null>

const KEY = 'came-from'
/** Number of history entries to remember. */
const MOST = 50

const MAX_HREF_LENGTH = 4_000

const isWork = (pathname: string) => pathname.startsWith('/work/')

/**
 * Returns the entrances after navigating from `from` to `to`: for each history entry of a work's page, the screen it
 * was entered from. From work to work the first one is kept, and so is that of an entry returned to.
 *
 * @param from  null at the start of a visit
 * @returns the same object if nothing changes
 */
export function withEntrance(known: Entrances, from: (Entry & { title: string }) | null, to: Entry): Entrances {
  if (to.key === undefined || !isWork(to.pathname) || Object.hasOwn(known, to.key)) return known
  const entrance = from === null ? null : isWork(from.pathname) ? (known[from.key ?? ''] ?? null) : entranceOf(from)
  return Object.fromEntries([...Object.entries(known), [to.key, entrance]].slice(-MOST))
}

/** Null for a URL that is too long to be stored; the browser's own Back still works. */
function entranceOf({ href, title }: Entry & { title: string }): CameFrom | null {
  const path = href.split('#', 1)[0]!
  return path.length > MAX_HREF_LENGTH ? null : { href: path, title }
}

const listeners = new Set<() => void>()

/** @returns a function that unsubscribes */
export function onEntrance(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Records it for the tab, across reloads. */
export function noteEntrance(from: (Entry & { title: string }) | null, to: Entry): void {
  const known = readEntrances()
  const next = withEntrance(known, from, to)
  if (next === known) return
  writeJson(tabStorage, KEY, next)
  for (const listener of listeners) listener()
}

/** Returns where the work at a history entry was opened from; null if unknown. Not on the server. */
export function readCameFrom(key: string | undefined): CameFrom | null {
  return readEntrances()[key ?? ''] ?? null
}

// Only URLs of this site.
const readOne = objectOf({ href: text(MAX_HREF_LENGTH, /^\/(?![/\\])/), title: text() })
// Each is validated separately.
const readAll = recordOf((entrance) => readOne(entrance) ?? null)

const readEntrances = (): Entrances => readJson(tabStorage, KEY, readAll) ?? {}
