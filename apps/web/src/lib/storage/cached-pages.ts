/** What the page and its service worker agree on, of pages and of builds of the program, and what they tell each other. */

import { CACHE_PREFIX } from './caches.ts'

/** The files of one build. */
export const filesOf = (build: string) => `${CACHE_PREFIX}files ${build}`

/** Headers of a cached page: its title and the address of its cover (both URI-encoded), and the build it was made for. */
export const CACHED_TITLE = 'x-otodana-title'
export const CACHED_COVER = 'x-otodana-cover'
export const CACHED_BUILD = 'x-otodana-build'

/** A document without a page, which the browser fills in by itself: what stands in for an address that is not cached. */
export const SHELL = '/app-shell'

export type ToWorker =
  /** A page has been open for a while: its path and query. */
  | { type: 'shown'; address: string }
  /** The page runs the build of a worker that waits: it may take over when no page of another build is open. */
  | { type: 'takeOver' }
  /** Answered on the port that comes along, with the build's name. */
  | { type: 'whichBuild' }

/** Of a page, answered on the port that comes along, with the name of its build. */
export type ToPage = { type: 'whichBuild' }

/** The name of a build: that of its first script, whose hash covers all that it loads. */
export function buildOf(html: string): string | null {
  return /\/assets\/(entry-client-[\w-]+)\.js/.exec(html)?.[1] ?? null
}

/** A document that can tell that it is a copy: `data-kept` on its root says of when, and of the shell `0`. */
export function markedAsCached(html: string, at: number): string {
  return html.replace(/<html\b/, `<html data-kept="${at}"`)
}
