import type { EmailVerification } from '@otodana/contract'

import { flag, fromJson, objectOf, oneOf, text, wholeNumber, type Read } from '#lib/readers.ts'

import { MAIL_PROOF_KEY } from './traces.ts'

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
export type KeptProof = Read<typeof readProof> & { proof: EmailVerification }

/** The one that this tab waits for, if it is of this kind and can still come. */
export function findProof(kind: KeptProof['kind'], name?: string): KeptProof | null {
  const kept = readProof(fromJson(readItem() ?? 'null'))
  if (kept?.kind !== kind || !(Date.parse(kept.proof.expiresAt) > Date.now())) return null
  return name === undefined || kept.name === name ? kept : null
}

export function keepProof(kept: KeptProof): void {
  try {
    sessionStorage.setItem(MAIL_PROOF_KEY, JSON.stringify(kept))
  } catch (error) {
    // Full or forbidden: it holds until the page is left.
    if (!(error instanceof DOMException)) throw error
  }
}

export function dropProof(): void {
  try {
    sessionStorage.removeItem(MAIL_PROOF_KEY)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

function readItem(): string | null {
  try {
    return sessionStorage.getItem(MAIL_PROOF_KEY)
  } catch {
    return null
  }
}
