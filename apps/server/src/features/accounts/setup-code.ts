import { createHmac, timingSafeEqual } from 'node:crypto'

/** No two characters look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 12

/** Returns the code for the first account: the same at every start, and on all servers with one secret. */
export function setupCodeOf(secret: string): string {
  const digest = createHmac('sha256', secret).update('setup code').digest()
  const letters = [...digest.subarray(0, LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return (letters.join('').match(/.{4}/g) ?? []).join('-')
}

/** Compares them in constant time; spaces, dashes and case do not count. */
export function isSetupCode(code: string, given: string): boolean {
  const [wanted, typed] = [code, given].map((text) => createHmac('sha256', 'compare').update(plain(text)).digest())
  return wanted !== undefined && typed !== undefined && timingSafeEqual(wanted, typed)
}

function plain(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toLowerCase()
}
