import { createContext, useSyncExternalStore } from 'react'

import { basePath, below } from '../base-path.ts'

let chosen = ''
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
  const before = chosen
  chosen = origin === location.origin ? '' : origin
  if (chosen !== before) for (const listener of listeners) listener()
}

/** `https://host` of the address that the visitor has chosen; empty for the page's own. */
export const apiOrigin = (): string => chosen

/** The prefix of `/api/…` in calls. The server's calls are routed within it, without the base path. */
export const apiBase = (): string => (import.meta.env.SSR ? '' : chosen + basePath)

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
  const address = publicAddress(url)
  const { origin, pathname, href } = new URL(address, location.origin)
  if (!pathname.startsWith(below('/api/')) || (origin !== location.origin && !known.includes(origin))) return null
  return origin === (at || location.origin) ? address : (at || location.origin) + href.slice(origin.length)
}

/** The API gives whole URLs; paths are the app's own. */
export const publicAddress = (url: string): string => (url.startsWith('/') ? below(url) : url)

/** Whether a URL is a call, a file or a cover of this instance's API. */
export const isApis = (url: string): boolean => atBase(url, '') !== null

/** The chosen origin, for server-rendered content: see `useShownBase`. */
export const ShownBase = createContext('')

/**
 * Returns the origin for rendered URLs. The first render equals the server's, which knows no choice; it changes right
 * after.
 */
export function useShownBase(): string {
  return useSyncExternalStore(onApiBase, apiOrigin, () => '')
}
