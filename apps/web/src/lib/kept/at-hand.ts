import { pause } from '#lib/pause.ts'

import { fileOfStream, keptAddress } from './kept-path.ts'
import { type FileKey, qualityIn } from './schema.ts'

/** Kept files that are whole and the present visitor's, by their addresses. */
let atHand: ReadonlySet<string> = new Set()
/** Those of them that the server has in another version. */
let outdated: ReadonlySet<string> = new Set()
let loading: Promise<unknown> | undefined
const listeners = new Set<() => void>()

/** The addresses of all kept files that are whole; another set after each change. */
export const filesAtHand = (): ReadonlySet<string> => atHand

/** Calls the listener after each change, until the returned function is called. */
export function onAtHand(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function setFiles(files: ReadonlySet<string>): void {
  atHand = files
  for (const listener of listeners) listener()
}

/**
 * Replaces what is known of the kept files.
 *
 * @param older  those of them that the server has in another version
 */
export function setAtHand(keys: readonly FileKey[], older: readonly FileKey[] = []): void {
  const addressOf = ([, workId, fileId, slot]: FileKey) => keptAddress({ workId, fileId, quality: qualityIn(slot) })
  outdated = new Set(older.map(addressOf))
  setFiles(new Set(keys.map(addressOf)))
}

/** A database that does not open must not keep anything from playing. */
const LONGEST_WAIT_MS = 1_500

/** Announces that the kept files will be known once the promise has settled. */
export function setLoading(promise: Promise<unknown>): void {
  loading = Promise.race([promise.catch(() => undefined), pause(LONGEST_WAIT_MS)])
}

/** Resolves when the kept files are known, as far as there are any, or are late. */
export const whenAtHand = (): Promise<unknown> | undefined => loading

/**
 * Returns the address of the kept file for the address of a stream in the API; null if it is not kept, or there is no
 * service worker to answer with it.
 */
export function findAtHand(url: string): string | null {
  if (atHand.size === 0) return null
  const file = fileOfStream(url)
  const address = file && keptAddress(file)
  return address !== null && atHand.has(address) && navigator.serviceWorker?.controller ? address : null
}

/** Whether the server has another version than the kept file at an address. */
export const isOutdated = (address: string): boolean => outdated.has(address)

/** Drops a kept file that could not be read, by its address. */
export function dropAtHand(address: string): void {
  if (atHand.has(address)) setFiles(new Set([...atHand].filter((each) => each !== address)))
}
