import { domainToASCII, domainToUnicode } from 'node:url'

/** Longer ones are not sent to anywhere. */
const MAX_LENGTH = 254
const MAX_LOCAL_LENGTH = 64
const LOCAL = /^[^\s\p{C}"(),:;<>@[\\\]]+$/u

/**
 * The form in which addresses are kept and compared: small letters, the domain in ASCII. Case before the `@` could tell two
 * people apart by the standard; no provider of mail lets it.
 *
 * @returns null when it is none, one that has to be quoted, or has letters in its domain that stand for others or for none
 *   (`ｐｌａｉｎ.example`): what is asked about them is asked about another domain
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
