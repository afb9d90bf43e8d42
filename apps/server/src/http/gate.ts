import { createHash, timingSafeEqual } from 'node:crypto'

import type { Access, AccountGroup, Endpoint } from '@otodana/contract'
import type { FastifyRequest } from 'fastify'

import { AppError } from './errors/app-error.ts'
import type { Limits } from './limits/limits.ts'
import { networkOf } from './visitor/network-of.ts'

/** A logged-in account. */
export type Account = {
  id: number
  name: string
  group: AccountGroup
}

/** The client of a call. */
export type Visitor = {
  /** null: not logged in, or the server's own token. */
  account: Account | null
  isAdmin: boolean
}

/** Media tokens are valid for media only, and those of links for one path. */
export type TokenUse = 'session' | 'media' | `link ${string}`

export type Sessions = {
  /** @throws {AppError} `jwt expired`, `invalid token`: expired, forged, or its session has ended */
  accountOf(token: string, uses: TokenUse[]): Promise<Account>
}

type GateDeps = {
  sessions: Sessions
  /** The server's own token; null: none. */
  adminToken: string | null
  /** `members`: the library is visible only with an account. */
  access: 'public' | 'members'
  limits: Limits
}

/** The properties of a call that the gate checks. */
type CallAccess = Pick<Endpoint, 'method' | 'access' | 'isMedia' | 'isLinked'>

export type Gate = {
  /**
   * Returns the caller, if they may make the call. An invalid bearer counts as none if none is required.
   *
   * @throws {AppError} `No authorization token was found`, `jwt expired`, `invalid token`, `guest.cannot`,
   * `editor.required`, `admin.required`
   */
  admit(call: CallAccess, request: FastifyRequest): Visitor | Promise<Visitor>
}

/** For guests of one network. */
const GUEST_LIMIT = { name: 'guest', points: 60, seconds: 60, refusal: 'guest.slow' } as const

const ANONYMOUS: Visitor = { account: null, isAdmin: false }
const ADMIN_TOKEN: Visitor = { account: null, isAdmin: true }
const ASKS_FOR_BEARER = { headers: { 'www-authenticate': 'Bearer' } }

/** Decides which calls a client may make. */
export function createGate({ sessions, adminToken, access, limits }: GateDeps): Gate {
  const adminDigest = adminToken === null ? null : digest(adminToken)
  const guestLimit = limits.create(GUEST_LIMIT)

  async function recognise(call: CallAccess, request: FastifyRequest): Promise<Visitor | null> {
    const bearer = bearerOf(request)
    if (bearer !== '') {
      // Compares digests, so that timing reveals neither content nor length.
      if (adminDigest !== null && timingSafeEqual(digest(bearer), adminDigest)) return ADMIN_TOKEN
      return visitor(await sessions.accountOf(bearer, ['session']))
    }
    const inAddress = queryTokenOf(call, request)
    if (inAddress === '') return null
    const [path = ''] = request.url.split('?', 1)
    if (call.isLinked) return visitor(await sessions.accountOf(inAddress, [`link ${path}`]))
    // Other clients put their session token into URLs; ours use media tokens.
    return visitor(await sessions.accountOf(inAddress, call.isMedia ? ['session', 'media'] : ['session']))
  }

  async function admitBearer(call: CallAccess, request: FastifyRequest): Promise<Visitor> {
    const level = levelOf(call, access)
    const known = await recognise(call, request).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      if (level === 'open') return null
      throw new AppError(error.code, ASKS_FOR_BEARER)
    })
    // A page needs many media calls, and health and login are how guests leave the limit.
    if (known?.account?.group === 'guest' && !call.isMedia && call.access !== 'open')
      await guestLimit.take(networkOf(request.address))
    return check(level, known)
  }

  return {
    admit(call, request) {
      const isAnonymous = bearerOf(request) === '' && queryTokenOf(call, request) === ''
      return isAnonymous ? check(levelOf(call, access), null) : admitBearer(call, request)
    },
  }
}

type Level = Exclude<Access, 'library'> | 'anyAccount'

/** A call without its own access level follows the server's: open, or for members. */
function levelOf({ access = 'library' }: CallAccess, server: GateDeps['access']): Level {
  if (access !== 'library') return access
  return server === 'members' ? 'anyAccount' : 'open'
}

function check(level: Level, known: Visitor | null): Visitor {
  if (level === 'open') return known ?? ANONYMOUS
  const needsAccount = level === 'account' || level === 'member'
  if (known === null || (needsAccount && known.account === null)) {
    throw new AppError('No authorization token was found', ASKS_FOR_BEARER)
  }
  if (level === 'admin' && !known.isAdmin) throw new AppError('admin.required')
  if (level === 'editor' && !known.isAdmin && known.account?.group !== 'editor') throw new AppError('editor.required')
  if (level === 'member' && known.account?.group === 'guest') throw new AppError('guest.cannot')
  return known
}

function visitor(account: Account): Visitor {
  return { account, isAdmin: account.group === 'administrator' }
}

/** Clients without a login send the scheme without a token. */
function bearerOf(request: FastifyRequest): string {
  const { authorization } = request.headers
  if (authorization === undefined) return ''
  const [, token = ''] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
  return token
}

function queryTokenOf(call: CallAccess, request: FastifyRequest): string {
  if (!readsTokenInAddress(call)) return ''
  const { token } = request.query as Record<string, unknown>
  return typeof token === 'string' ? token : ''
}

/**
 * What a listener reads, as on other servers of this family. Calls that write, and those of editors and administrators, take no
 * token from their address, which browsers and proxies remember.
 */
function readsTokenInAddress({ method, access, isMedia, isLinked }: CallAccess): boolean {
  if (isMedia || isLinked) return true
  return method === 'GET' && access !== 'editor' && access !== 'admin'
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
