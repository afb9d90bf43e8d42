import { domainToASCII, domainToUnicode } from 'node:url'

/** Longest address that can be used in SMTP. */
const MAX_LENGTH = 254
const MAX_LOCAL_LENGTH = 64
const LOCAL = /^[^\s\p{C}"(),:;<>@[\\\]]+$/u

/**
 * Normalises a mail address for storage and comparison: lower case, the domain in ASCII. By the standard the part
 * before the `@` is case-sensitive, but no mail provider distinguishes case.
 *
 * @returns null for anything else, including addresses that need quoting and domains with compatibility letters
 * (`ｐｌａｉｎ.example`), because DNS would look up another domain
 */
export function foldAddress(text: string): string | null {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(0, at)).normalize('NFC').toLowerCase()
  const named = text
    .slice(at + 1)
    .replace(/\.$/, '')
    .normalize('NFC')
    .toLowerCase()
  const domain = domainToASCII(named)
  const address = `${local}@${domain}`
  const isItself = domain === named || domainToUnicode(domain) === named
  const isAddress = LOCAL.test(local) && domain.includes('.') && isItself && local.length <= MAX_LOCAL_LENGTH
  return isAddress && address.length <= MAX_LENGTH ? address : null
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
