import { createContext, useSyncExternalStore } from 'react'

let base = ''
/** Every origin below which `/api/…` is this instance's, beside the page's own. */
let known: readonly string[] = []
const listeners = new Set<() => void>()

/**
 * From now on calls, covers and sound are asked for there.
 *
 * @param origin  `https://host`; empty or the page's own for the page's own
 * @param others  all origins that stand for the same instance
 */
export function setApiBase(origin: string, others: readonly string[] = []): void {
  known = others
  const before = base
  base = origin === location.origin ? '' : origin
  if (base !== before) for (const listener of listeners) listener()
}

/** What goes before `/api/…`: empty, or `https://host` of the address that the visitor has chosen. */
export const apiBase = (): string => base

/** @returns ends it */
export function onApiBase(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * The same address at another base, if it is one of the API's; null if it is not.
 *
 * @param at  `https://host`; empty for the page's own
 */
export function atBase(url: string, at: string): string | null {
  const { origin, pathname, href } = new URL(url, location.origin)
  if (!pathname.startsWith('/api/') || (origin !== location.origin && !known.includes(origin))) return null
  return origin === (at || location.origin) ? url : (at || location.origin) + href.slice(origin.length)
}

/** Whether there is a call, a file or a cover of this instance's API at an address. */
export const isApis = (url: string): boolean => atBase(url, '') !== null

/** For what the server has drawn as well: see `useShownBase`. */
export const ShownBase = createContext('')

/**
 * The base for what is drawn. The first render repeats the server's, which knows of no choice; what stands on the page moves
 * over right after.
 */
export function useShownBase(): string {
  return useSyncExternalStore(onApiBase, apiBase, () => '')
}
