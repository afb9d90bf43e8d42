import { authenticate, type AuthenticateResult, type DKIMResult } from 'mailauth'
import { getDomain } from 'tldts'

import { domainOf, foldAddress } from './address.ts'
import type { Resolve } from './resolver.ts'

export type Envelope = {
  /** Of whoever hands the mail over. */
  ip: string
  /** What he calls himself. */
  helo: string
  /** Whom he names as its sender. */
  sender: string
}

/** What has to be signed: whoever holds a mail of somebody could send it again with another subject. */
const SIGNED = ['from', 'subject']

/**
 * Whether a mail comes from the domain that it says it is from. Where the domain publishes a DMARC record, DMARC has to
 * pass; elsewhere the domain that SPF or DKIM passes for has to be that very domain.
 *
 * @param from  folded
 * @returns `unsure`: a name server did not answer, and a later try may
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
  // Its own reading of the mail: what it vouches for is what we have read.
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
 * DMARC takes what is published to tell whose a domain is; where anybody may have a name below a domain (`github.io`) and it
 * says nothing of that, each could write in the name of his neighbours.
 *
 * @param aligned  what DMARC takes for the sender's, if there is any
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
