import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomInt } from 'node:crypto'

/** Lower case without the characters that are mistaken for others: apps on televisions have no keyboard. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const LETTERS_OF_GROUP = 5

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Returns a new secret with 99 random bits: `k7m2p-9xqrt-bn4wd-h3svu`. */
export function newSecret(): string {
  const letter = () => LETTERS[randomInt(LETTERS.length)]
  const group = () => Array.from({ length: LETTERS_OF_GROUP }, letter).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** Finds a secret in the database. It needs no salt and no cost: 2^99 secrets are too many to try. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

export type Sealer = {
  seal(secret: string): string
  /** Returns null if it was sealed with another key, or damaged. */
  open(sealed: string): string | null
}

/**
 * Encrypts secrets for the database, with a key that is not in it.
 *
 * @param serverSecret  the one that signs sessions, from `DATA_DIR` or `SESSION_SECRET`
 * @param purpose  what is sealed; another one opens nothing
 */
export function createSealer(serverSecret: string, purpose = 'otodana app passwords'): Sealer {
  const key = new Uint8Array(hkdfSync('sha256', serverSecret, '', purpose, 32))
  return {
    seal(secret) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv)
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < IV_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      try {
        return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        // GCM throws if the tag does not fit.
        return null
      }
    },
  }
}
