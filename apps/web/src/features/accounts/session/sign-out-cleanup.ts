import { deviceStorage, readJson, tabStorage, writeJson } from '#lib/storage/browser-storage.ts'
import { clearedAtSignOut, type DeviceKey } from '#lib/storage/storage-keys.ts'

const listeners = new Set<() => void>()

/**
 * Calls `listener` when the user signs out, in this tab or another, to clear personal data in memory.
 *
 * @returns a function that unsubscribes
 */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Deletes unsaved input on sign-out, so that the next user cannot see it. Not when a session expires, because its owner
 * will continue.
 */
export function clearEnteredTexts(): void {
  for (const key of clearedAtSignOut.device) deviceStorage.remove(key)
  for (const key of clearedAtSignOut.tab) tabStorage.remove(key)
  for (const listener of listeners) listener()
  // The account has it; the device's own, of id 0, is nowhere else.
  rewriteHistory((id, track) => id === 0 || !isObject(track) || track.isSent !== true)
}

/** The same in the browser's other tabs, each of which has its own storage. */
export function announceSignOut(): void {
  // A new value each time: storage events fire for changes only.
  deviceStorage.write('signed-out', `${Date.now()} ${Math.random()}`)
  deviceStorage.remove('signed-out')
}

/** Deletes the positions and history of an account that were not sent, by its number on this device. */
export function forgetUnsent(account: number): void {
  rewrite('places-unsent', (stored) => {
    if (!isObject(stored) || !Array.isArray(stored.accounts)) return stored
    return { ...stored, accounts: stored.accounts.filter((one) => !isObject(one) || one.id !== account) }
  })
  rewriteHistory((owner) => owner !== account)
}

/** Deletes the listening reports of a listener that were not sent. */
export function forgetReports(recommenderUuid: string): void {
  rewrite('listening-unsent', (stored) => {
    if (!Array.isArray(stored)) return stored
    return stored.filter((one) => !isObject(one) || one.listener !== recommenderUuid)
  })
}

function rewriteHistory(isKept: (owner: unknown, track: unknown) => boolean): void {
  rewrite('history', (stored) => {
    if (!Array.isArray(stored)) return stored
    return stored.flatMap((one) => {
      if (!isObject(one) || !Array.isArray(one.tracks)) return []
      const tracks = one.tracks.filter((track) => isKept(one.id, track))
      return tracks.length > 0 ? [{ ...one, tracks }] : []
    })
  })
}

function rewrite(key: DeviceKey, change: (stored: unknown) => unknown): void {
  const stored = readJson(deviceStorage, key, (value) => value)
  if (stored !== undefined) writeJson(deviceStorage, key, change(stored))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
