import type { User } from '@otodana/contract'

import { deviceStorage, readJson, tabStorage, writeJson } from '#lib/storage/browser-storage.ts'
import { clearedAtSignOut, type DeviceKey } from '#lib/storage/storage-keys.ts'

const listeners = new Set<() => void>()

/**
 * Calls when somebody signs out, in this tab or another: what is in memory of theirs is to be forgotten.
 *
 * @returns a function that ends it
 */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Whoever signs out leaves nothing on this device that only they could see: what they entered and did not save goes. A
 * session that ends by itself is none, for its owner goes on where they were.
 */
export function clearEnteredTexts(): void {
  for (const key of clearedAtSignOut.device) deviceStorage.remove(key)
  for (const key of clearedAtSignOut.tab) tabStorage.remove(key)
  for (const listener of listeners) listener()
}

/** The same in the other tabs of this browser, each of which has a storage of its own. */
export function announceSignOut(): void {
  // Another value each time: tabs are told of changes only.
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
