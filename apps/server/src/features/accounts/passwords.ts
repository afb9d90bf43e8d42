import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

import { AppError } from '#http/errors/app-error.ts'
import { siteOf } from '#http/visitor/network-of.ts'
import { createFairSemaphore, NoRoom } from '#jobs/fair-semaphore.ts'

const hashBytes = promisify(argon2)

/** What OWASP asks for: 19 MiB, two passes. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32
const SALT_BYTES = 16
/** Each takes a processor for some 30 ms: a rush of logins may not take all of them from listeners. */
const AT_ONCE = 2
/** Of each standing. */
const MAX_WAITING = 100
const STANDINGS = ['seen', 'member', 'stranger'] as const

/** Whose turn it is to have a password looked at. */
export type Asker = {
  /** Those of one network, or of one site's many, take turns with those of others. */
  network: string
  /**
   * `seen`: a member has logged in there before, or is logged in. `member`: of an account whose owner has logged in before,
   * if elsewhere. Each goes before the next and has places of its own.
   */
  standing: (typeof STANDINGS)[number]
}

export type Passwords = {
  /** @returns the hash in PHC form */
  hash(password: string, asker: Asker): Promise<string>
  /** @param hash  null: there is no such account, which may not show in the time it takes */
  matches(password: string, hash: string | null, asker: Asker): Promise<boolean>
}

/** Hashes with argon2id, few at a time. Beyond a hundred of a standing that wait, `server.busy`. */
export function createPasswords(): Passwords {
  const semaphore = createFairSemaphore({ atOnce: AT_ONCE, lanes: STANDINGS.length, roomPerLane: MAX_WAITING })

  async function limited<T>({ network, standing }: Asker, task: () => Promise<T>): Promise<T> {
    try {
      return await semaphore.run(STANDINGS.indexOf(standing), siteOf(network), task)
    } catch (error) {
      if (error instanceof NoRoom) throw new AppError('server.busy', { headers: { 'retry-after': '5' } })
      throw error
    }
  }

  return {
    hash: (password, asker) =>
      limited(asker, async () => {
        const salt = randomBytes(SALT_BYTES)
        return toPhc({ ...COST, salt, tag: await derive(password, { ...COST, salt, tagLength: TAG_BYTES }) })
      }),

    matches: (password, hash, asker) =>
      limited(asker, async () => {
        const known = hash === null ? null : fromPhc(hash)
        const { salt, memory, passes, parallelism, tag } = known ?? DECOY
        const given = await derive(password, { memory, passes, parallelism, salt, tagLength: tag.length })
        return timingSafeEqual(given, tag) && known !== null
      }),
  }
}

type Hashed = { memory: number; passes: number; parallelism: number; salt: Buffer; tag: Buffer }
type Derivation = Omit<Hashed, 'tag'> & { tagLength: number }

const DECOY: Hashed = { ...COST, salt: Buffer.alloc(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) }

/** The same letters may be typed in several ways, as by keyboards for Japanese: full-width, composed or not. */
async function derive(password: string, { salt, ...cost }: Derivation): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC').toWellFormed())
  return hashBytes('argon2id', { ...cost, message, nonce: salt })
}

function toPhc({ memory, passes, parallelism, salt, tag }: Hashed): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** @throws {Error} it is none of ours */
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

/** Base64 without its padding, as PHC has it. */
function bare(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
