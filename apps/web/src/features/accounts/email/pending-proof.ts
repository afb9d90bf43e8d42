import type { EmailVerification } from '@otodana/contract'

import { flag, objectOf, oneOf, text, wholeNumber, type Read } from '#lib/readers.ts'
import { readJson, tabStorage, writeJson } from '#lib/storage/browser-storage.ts'

const readProof = objectOf({
  kind: oneOf(['link', 'reset']),
  /** The account's name. */
  name: text(1_000),
  /** Whether its dialog was open. */
  isOpen: flag,
  proof: objectOf({
    verifyId: text(100),
    address: text(1_000),
    subject: text(1_000),
    expiresAt: text(100),
    maxAttempts: wholeNumber(1),
    retrySeconds: wholeNumber(1),
  }),
})

/** A pending verification, stored for the tab, because phones drop the page while its visitor uses the mail app. */
export type PendingProof = Read<typeof readProof> & { proof: EmailVerification }

/** Returns this tab's pending verification of a kind, unless it has expired. */
export function readPendingProof(kind: PendingProof['kind'], name?: string): PendingProof | null {
  const kept = readJson(tabStorage, 'mail-proof', readProof)
  if (kept?.kind !== kind || !(Date.parse(kept.proof.expiresAt) > Date.now())) return null
  return name === undefined || kept.name === name ? kept : null
}

export function savePendingProof(kept: PendingProof): void {
  writeJson(tabStorage, 'mail-proof', kept)
}

export function clearPendingProof(): void {
  tabStorage.remove('mail-proof')
}
