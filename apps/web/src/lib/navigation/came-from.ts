import { objectOf, recordOf, text } from '../readers.ts'
import { readJson, tabStorage, writeJson } from '../storage/browser-storage.ts'

/** A screen that a work was reached from. */
export type CameFrom = {
  /** Path and query, as in the address. */
  href: string
  /** What the screen calls itself in the page's title, with the site's name behind it. */
  title: string
}

type Entry = {
  href: string
  pathname: string
  /** The router's key of the entry in the history. */
  key: string | undefined
}
type Entrances = Record<string, CameFrom | null>

const KEY = 'came-from'
/** So many entries of the history are remembered; further back there is the browser's own Back. */
const MOST = 50

const MAX_HREF_LENGTH = 4_000

const isWork = (pathname: string) => pathname.startsWith('/work/')

/**
 * What is remembered once `to` is opened from `from`: for each entry of the history that is a work's page, which other kind
 * of screen it was entered from. From work to work that stays the first one, and an entry that one comes back to keeps its
 * own.
 *
 * @param from  null at the beginning of a visit
 * @returns the same object when nothing changes
 */
export function withEntrance(known: Entrances, from: (Entry & { title: string }) | null, to: Entry): Entrances {
  if (to.key === undefined || !isWork(to.pathname) || Object.hasOwn(known, to.key)) return known
  const entrance = from === null ? null : isWork(from.pathname) ? (known[from.key ?? ''] ?? null) : entranceOf(from)
  return Object.fromEntries([...Object.entries(known), [to.key, entrance]].slice(-MOST))
}

/** Null for an address that is too long to be kept: from there the browser's own Back leads back. */
function entranceOf({ href, title }: Entry & { title: string }): CameFrom | null {
  const path = href.split('#', 1)[0]!
  return path.length > MAX_HREF_LENGTH ? null : { href: path, title }
}

const listeners = new Set<() => void>()

/** @returns a function after which `listener` is not told any more of what has been noted */
export function onEntrance(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Remembers it in the tab, whose reload it survives. */
export function noteEntrance(from: (Entry & { title: string }) | null, to: Entry): void {
  const known = readEntrances()
  const next = withEntrance(known, from, to)
  if (next === known) return
  writeJson(tabStorage, KEY, next)
  for (const listener of listeners) listener()
}

/** Where the work at a history entry was opened from; null when unknown. Not on the server. */
export function readCameFrom(key: string | undefined): CameFrom | null {
  return readEntrances()[key ?? ''] ?? null
}

// Of this site only, whatever has been written there.
const readOne = objectOf({ href: text(MAX_HREF_LENGTH, /^\/(?![/\\])/), title: text() })
// Each by itself: one that is broken takes no other with it.
const readAll = recordOf((entrance) => readOne(entrance) ?? null)

const readEntrances = (): Entrances => readJson(tabStorage, KEY, readAll) ?? {}
