import type { EmailVerification } from '@otodana/contract'

import { flag, objectOf, oneOf, text, wholeNumber, type Read } from '#lib/readers.ts'
import { readJson, tabStorage, writeJson } from '#lib/storage/browser-storage.ts'

const readProof = objectOf({
  kind: oneOf(['link', 'reset']),
  /** The name of the account that it is about. */
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

/** A mail that is waited for. Phones drop a page while its visitor is in the mail app: the tab keeps it. */
export type PendingProof = Read<typeof readProof> & { proof: EmailVerification }

/** The one that this tab waits for, if it is of this kind and can still come. */
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
