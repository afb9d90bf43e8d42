import { argon2, hash as digest, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

import { AppError } from '#http/errors/app-error.ts'
import { siteOf } from '#http/visitor/network-of.ts'
import { createFairSemaphore, NoRoom } from '#jobs/fair-semaphore.ts'

const hashBytes = promisify(argon2)

/** Of argon2id; the memory is in KiB. */
export type PasswordCost = { memory: number; passes: number; parallelism: number }

/** OWASP's recommendation: 19 MiB, two passes. */
const COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32
const SALT_BYTES = 16
/** Each occupies a processor for about 30 ms: many logins at once must not disturb playback. */
const AT_ONCE = 2
/** For each standing. */
const MAX_WAITING = 100
const STANDINGS = ['seen', 'member', 'stranger'] as const

/** The client that a password is checked for. */
export type Requester = {
  /** Clients of one network, or of one site with many, share a turn. */
  network: string
  /**
   * `seen`: a member has logged in from there before, or is logged in. `member`: the account's owner has logged in
   * before, elsewhere. Each is served before the next, and has its own share of the queue.
   */
  standing: (typeof STANDINGS)[number]
}

export type Passwords = {
  /** @returns the hash in PHC form */
  hash(password: string, asker: Requester): Promise<string>
  /** @param hash  null: no such account; takes the same time, so that timing reveals nothing */
  matches(password: string, hash: string | null, asker: Requester): Promise<boolean>
  /**
   * Hashes what another program knows of a password, hex `md5(password + secret)`, so that the weak digest is stored nowhere.
   * {@link isMoved} tells such hashes; the next login replaces them.
   */
  hashMoved(md5: string, secret: string, asker: Requester): Promise<string>
}

/** Hashes with argon2id, few at a time. Fails with `server.busy` if more than a hundred of a standing are waiting. */
export function createPasswords(cost = COST): Passwords {
  const decoy: Hashed = { ...cost, salt: Buffer.alloc(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) }
  const semaphore = createFairSemaphore({ atOnce: AT_ONCE, lanes: STANDINGS.length, roomPerLane: MAX_WAITING })

  async function limited<T>({ network, standing }: Requester, task: () => Promise<T>): Promise<T> {
    try {
      return await semaphore.run(STANDINGS.indexOf(standing), siteOf(network), task)
    } catch (error) {
      if (error instanceof NoRoom) throw new AppError('server.busy', { headers: { 'retry-after': '5' } })
      throw error
    }
  }

  async function hash(text: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES)
    return toPhc({ ...cost, salt, tag: await derive(text, { ...cost, salt, tagLength: TAG_BYTES }) })
  }

  return {
    hash: (password, asker) => limited(asker, () => hash(password)),

    matches: (password, stored, asker) =>
      limited(asker, async () => {
        const [, secret, moved] = MOVED.exec(stored ?? '') ?? []
        const known = stored === null ? null : fromPhc(moved ?? stored)
        const { salt, memory, passes, parallelism, tag } = known ?? decoy
        const text = secret === undefined ? password : digest('md5', password + fromBase64(secret), 'hex')
        const given = await derive(text, { memory, passes, parallelism, salt, tagLength: tag.length })
        return timingSafeEqual(given, tag) && known !== null
      }),

    hashMoved: (md5, secret, asker) =>
      limited(asker, async () => `$moved-md5$${bare(Buffer.from(secret))}${await hash(md5)}`),
  }
}

const MOVED = /^\$moved-md5\$([\w+/]*)(\$argon2id\$.*)$/

/** Whether a hash is of another program's digest, and is to be replaced when the password is known. */
export function isMoved(hash: string): boolean {
  return MOVED.test(hash)
}

/** Whether a hash is of another program's digest with this secret. */
export function isMovedWith(hash: string, secret: string): boolean {
  return MOVED.exec(hash)?.[1] === bare(Buffer.from(secret))
}

type Hashed = PasswordCost & { salt: Buffer; tag: Buffer }
type Derivation = Omit<Hashed, 'tag'> & { tagLength: number }

/** One text can be typed in several ways, for example on Japanese keyboards: full-width, composed or decomposed. */
async function derive(password: string, { salt, ...cost }: Derivation): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC').toWellFormed())
  return hashBytes('argon2id', { ...cost, message, nonce: salt })
}

function toPhc({ memory, passes, parallelism, salt, tag }: Hashed): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** @throws {Error} not one of our hashes */
function fromPhc(text: string): Hashed {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(text) ?? []
  if (tag === '') throw new Error('A password hash in the database is not readable')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString()
}

/** Base64 without padding, as PHC requires. */
function bare(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
