import { authenticate, type AuthenticateResult, type DKIMResult } from 'mailauth'
import { getDomain } from 'tldts'

import { domainOf, foldAddress } from './address.ts'
import type { Resolve } from './resolver.ts'

export type Envelope = {
  /** The peer's address. */
  ip: string
  /** The peer's own name. */
  helo: string
  /** The envelope sender. */
  sender: string
}

/** The headers that a signature must cover: otherwise a captured mail could be sent again with another subject. */
const SIGNED = ['from', 'subject']

/**
 * Checks whether a mail comes from the domain it names. If the domain publishes a DMARC record, DMARC must pass;
 * otherwise SPF or DKIM must pass for exactly that domain.
 *
 * @param from  normalised
 * @returns `unsure` if a name server did not answer, so that a later attempt may succeed
 */
export async function isGenuine(
  bytes: Buffer,
  from: string,
  { ip, helo, sender }: Envelope,
  { resolve, mta }: { resolve: Resolve; mta: string },
): Promise<'yes' | 'no' | 'unsure'> {
  const result = await authenticate(bytes, {
    ip,
    helo,
    sender,
    mta,
    resolver: resolve,
    rejectRsaSha1: true,
    disableArc: true,
    disableBimi: true,
  })
  const { dkim, dmarc } = result
  // The library parses the mail itself: its result only counts if both read the same sender.
  if (!isSameAddress(dkim, from)) return 'no'
  const domain = domainOf(from)
  const isPublished = dmarc !== false && dmarc.status.result !== 'none'
  const isAligned = isPublished
    ? dmarc.status.result === 'pass' &&
      (isOfOneOwner(dmarc.alignment.spf.result, domain) ||
        dkim.results.some((one) => isSignature(one) && isOfOneOwner(one.status.aligned, domain)))
    : isSentFrom(result, domain) ||
      dkim.results.some((one) => isSignature(one) && one.signingDomain?.toLowerCase() === domain)
  if (isAligned) return 'yes'
  return isUnsure(result) ? 'unsure' : 'no'
}

function isSameAddress({ fromFields, headerFrom }: AuthenticateResult['dkim'], from: string): boolean {
  return fromFields === 1 && headerFrom.length === 1 && foldAddress(headerFrom[0] ?? '') === from
}

function isSentFrom({ spf }: AuthenticateResult, domain: string): boolean {
  return spf !== false && spf.status.result === 'pass' && spf.domain.toLowerCase() === domain
}

function isSignature({ status, signingHeaders }: DKIMResult): boolean {
  const keys = (signingHeaders?.keys ?? '')
    .toLowerCase()
    .split(':')
    .map((key) => key.trim())
  return status.result === 'pass' && SIGNED.every((key) => keys.includes(key))
}

/**
 * DMARC aligns by the public suffix list that it knows. Below domains where everyone can have a name (`github.io`),
 * that would let each owner send in the name of the others.
 *
 * @param aligned  the domain that DMARC found aligned, if any
 */
function isOfOneOwner(aligned: string | false | undefined, domain: string): boolean {
  return typeof aligned === 'string' && ownedName(aligned.toLowerCase()) === ownedName(domain)
}

function ownedName(domain: string): string {
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain
}

function isUnsure({ spf, dkim, dmarc }: AuthenticateResult): boolean {
  const results = [
    spf && spf.status.result,
    dmarc && dmarc.status.result,
    ...dkim.results.map((one) => one.status.result),
  ]
  return results.includes('temperror')
}
