import { fromJson } from '#lib/readers.ts'

import { SIGNED_OUT_KEY } from './session.store.ts'

/** Where a tab keeps what was entered about works and not saved. */
export const REVIEW_DRAFTS_KEY = 'review-drafts'
/** Where the device keeps of each account which places have not reached the server. */
export const UNSENT_PLACES_KEY = 'places-unsent'

const listeners = new Set<() => void>()

/** Calls when somebody signs out, in this tab or another: what is in memory of theirs is to be forgotten. */
export function onSignedOut(listener: () => void): void {
  listeners.add(listener)
}

/**
 * Whoever signs out leaves nothing on this device that only they could see: what they entered and did not save goes. A
 * session that ends by itself is none, for its owner goes on where they were.
 */
export function forgetEntered(): void {
  attempt(() => sessionStorage.removeItem(REVIEW_DRAFTS_KEY))
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
export function forgetUnsent(accountId: number): void {
  attempt(() => {
    const stored = fromJson(localStorage.getItem(UNSENT_PLACES_KEY) ?? 'null')
    if (!isObject(stored) || !Array.isArray(stored.accounts)) return
    const accounts = stored.accounts.filter((one) => !isObject(one) || one.id !== accountId)
    localStorage.setItem(UNSENT_PLACES_KEY, JSON.stringify({ ...stored, accounts }))
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
