import { createContext, useSyncExternalStore } from 'react'

let base = ''
/** Every origin that serves this instance's `/api/…`, besides the page's own. */
let known: readonly string[] = []
const listeners = new Set<() => void>()

/**
 * Sets the origin for calls, covers and audio.
 *
 * @param origin  `https://host`; empty or the page's own for the page's own
 * @param others  all origins of the same instance
 */
export function setApiBase(origin: string, others: readonly string[] = []): void {
  known = others
  const before = base
  base = origin === location.origin ? '' : origin
  if (base !== before) for (const listener of listeners) listener()
}

/** The prefix of `/api/…`: empty, or `https://host` of the address that the visitor has chosen. */
export const apiBase = (): string => base

/** @returns a function that unsubscribes */
export function onApiBase(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Moves an API URL to another base; null if it is not one.
 *
 * @param at  `https://host`; empty for the page's own
 */
export function atBase(url: string, at: string): string | null {
  const { origin, pathname, href } = new URL(url, location.origin)
  if (!pathname.startsWith('/api/') || (origin !== location.origin && !known.includes(origin))) return null
  return origin === (at || location.origin) ? url : (at || location.origin) + href.slice(origin.length)
}

/** Whether a URL is a call, a file or a cover of this instance's API. */
export const isApis = (url: string): boolean => atBase(url, '') !== null

/** For server-rendered content: see `useShownBase`. */
export const ShownBase = createContext('')

/**
 * Returns the base for rendered URLs. The first render equals the server's, which knows no choice; it changes right
 * after.
 */
export function useShownBase(): string {
  return useSyncExternalStore(onApiBase, apiBase, () => '')
}
