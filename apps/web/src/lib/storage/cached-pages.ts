/** The protocol between the page and its service worker about pages and builds. */

import { below } from '../base-path.ts'
import { CACHE_PREFIX } from './caches.ts'

/** The files of one build. */
export const filesOf = (build: string) => `${CACHE_PREFIX}files ${build}`

/** Headers of a cached page: its title and its cover's URL (both URI-encoded), and its build. */
export const CACHED_TITLE = 'x-otodana-title'
export const CACHED_COVER = 'x-otodana-cover'
export const CACHED_BUILD = 'x-otodana-build'

/** A document without content, filled in by the browser: replaces addresses that are not cached. */
export const SHELL = below('/app-shell')

export type ToWorker =
  /** A page has been open for a while: its path and query. */
  | { type: 'shown'; address: string }
  /** The page runs the build of a waiting worker, which may take over when no page of another build is open. */
  | { type: 'takeOver' }
  /** Downloads are done: shown unless a page is visible. */
  | { type: 'notify'; title: string; body: string }
  /** Answered on the port with the build's name. */
  | { type: 'whichBuild' }
  /** Answered on the port with anything: this worker knows the `quickHash` of kept pieces. */
  | { type: 'knowsQuickHash' }

/** `whichBuild` is answered by a page on the port with the name of its build; `open` shows a path of the app. */
export type ToPage = { type: 'whichBuild' } | { type: 'open'; path: string }

/** Returns the name of a build: its first script's, whose hash covers everything it loads. */
export function buildOf(html: string): string | null {
  return /\/assets\/(entry-client-[\w-]+)\.js/.exec(html)?.[1] ?? null
}

/** Marks a document as a cached copy: `data-kept` on its root contains its time, and `0` for the shell. */
export function markedAsCached(html: string, at: number): string {
  return html.replace(/<html\b/, `<html data-kept="${at}"`)
}
