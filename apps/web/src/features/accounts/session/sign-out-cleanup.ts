import type { User } from '@otodana/contract'

import { deviceStorage, readJson, tabStorage, writeJson } from '#lib/storage/browser-storage.ts'
import { clearedAtSignOut, type DeviceKey } from '#lib/storage/storage-keys.ts'

const listeners = new Set<() => void>()

/**
 * Calls `listener` when the user signs out, in this tab or another: it clears what is in memory of theirs.
 *
 * @returns a function that stops it
 */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Signing out leaves nothing on this device that only the user could see: entered texts that were not saved are deleted. A session
 * that expires is no sign-out, as its owner will continue.
 */
export function clearEnteredTexts(): void {
  for (const key of clearedAtSignOut.device) deviceStorage.remove(key)
  for (const key of clearedAtSignOut.tab) tabStorage.remove(key)
  for (const listener of listeners) listener()
}

/** The same in the other tabs of this browser, each of which has a storage of its own. */
export function announceSignOut(): void {
  // A new value each time: storage events fire for changes only.
  deviceStorage.write('signed-out', `${Date.now()} ${Math.random()}`)
  deviceStorage.remove('signed-out')
}

/** Of an account that is no more, also what was still to be sent to it. */
export function forgetUnsent({ id, recommenderUuid }: Pick<User, 'id' | 'recommenderUuid'>): void {
  rewrite('places-unsent', (stored) => {
    if (!isObject(stored) || !Array.isArray(stored.accounts)) return stored
    return { ...stored, accounts: stored.accounts.filter((one) => !isObject(one) || one.id !== id) }
  })
  rewrite('listening-unsent', (stored) => {
    if (!Array.isArray(stored)) return stored
    return stored.filter((one) => !isObject(one) || one.listener !== recommenderUuid)
  })
}

function rewrite(key: DeviceKey, change: (stored: unknown) => unknown): void {
  const stored = readJson(deviceStorage, key, (value) => value)
  if (stored !== undefined) writeJson(deviceStorage, key, change(stored))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
