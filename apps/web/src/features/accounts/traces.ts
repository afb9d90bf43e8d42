import type { User } from '@otodana/contract'

import { fromJson } from '#lib/readers.ts'

import { SIGNED_OUT_KEY } from './session.store.ts'

/** Where a tab keeps what was entered about works and not saved. */
export const REVIEW_DRAFTS_KEY = 'review-drafts'
/** Where a tab keeps which mail it waits for. */
export const MAIL_PROOF_KEY = 'mail-proof'
/** Where the device keeps of each account which places have not reached the server. */
export const UNSENT_PLACES_KEY = 'places-unsent'
/** And what the recommender has not been told, by what it knows the listener as. */
export const UNSENT_LISTENING_KEY = 'listening-unsent'
/** Which files of works lie unfinished in folders of this device. */
export const DOWNLOAD_PARTS_KEY = 'download-parts'

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
export function forgetEntered(): void {
  attempt(() => sessionStorage.removeItem(REVIEW_DRAFTS_KEY))
  attempt(() => sessionStorage.removeItem(MAIL_PROOF_KEY))
  attempt(() => localStorage.removeItem(DOWNLOAD_PARTS_KEY))
  for (const listener of listeners) listener()
}

/** The same in the other tabs of this browser, each of which has a storage of its own. */
export function tellSignedOut(): void {
  attempt(() => {
    // Another value each time: tabs are told of changes only.
    localStorage.setItem(SIGNED_OUT_KEY, `${Date.now()} ${Math.random()}`)
    localStorage.removeItem(SIGNED_OUT_KEY)
  })
}

/** Of an account that is no more, also what was still to be sent to it. */
export function forgetUnsent({ id, recommenderUuid }: Pick<User, 'id' | 'recommenderUuid'>): void {
  rewrite(UNSENT_PLACES_KEY, (stored) => {
    if (!isObject(stored) || !Array.isArray(stored.accounts)) return stored
    return { ...stored, accounts: stored.accounts.filter((one) => !isObject(one) || one.id !== id) }
  })
  rewrite(UNSENT_LISTENING_KEY, (stored) => {
    if (!Array.isArray(stored)) return stored
    return stored.filter((one) => !isObject(one) || one.listener !== recommenderUuid)
  })
}

function rewrite(key: string, change: (stored: unknown) => unknown): void {
  attempt(() => {
    const stored = localStorage.getItem(key)
    if (stored !== null) localStorage.setItem(key, JSON.stringify(change(fromJson(stored))))
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Where the browser forbids storage there is nothing to forget in it. */
function attempt(access: () => void): void {
  try {
    access()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
