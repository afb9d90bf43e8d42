import { createSecretKey } from 'node:crypto'

import { errors, jwtVerify, SignJWT } from 'jose'

import { AppError } from '#http/errors/app-error.ts'
import type { TokenUse } from '#http/gate.ts'

const ISSUER = 'otodana'
const ALGORITHM = 'HS256'
/** Clients of this family expect logins to last this long. */
const SESSION_SECONDS = 30 * 86_400
/** Media tokens are equal within it, so that cached URLs stay valid. */
const MEDIA_WINDOW_SECONDS = 12 * 3_600
/** A browser follows it at once. */
const LINK_SECONDS = 60

/** The account, and the generation of its sessions. */
type TokenOwner = { accountId: number; sessionVersion: number }

type Named = TokenOwner & { name: string; group: string }

export type SessionTokens = {
  issueSession(owner: Named): Promise<string>
  /** @returns the token, valid for 12 to 24 hours, and its expiry in milliseconds since 1970 */
  issueMedia(owner: TokenOwner): Promise<{ token: string; expiresAtMs: number }>
  /** @returns a token for one path, valid for a minute */
  issueLink(owner: TokenOwner, path: string): Promise<string>
  /** @throws {AppError} `jwt expired`, `invalid token` */
  read(token: string, uses: TokenUse[]): Promise<TokenOwner>
}

/**
 * Signed tokens (JWT, HS256). Media tokens are valid for media only, and those of links for one path.
 *
 * @param now  milliseconds since 1970
 */
export function createSessionTokens(secret: string, now: () => number = Date.now): SessionTokens {
  const key = createSecretKey(secret, 'utf8')
  const seconds = () => Math.floor(now() / 1_000)

  function sign(payload: Record<string, unknown>, use: TokenUse, from: number, until: number): Promise<string> {
    return new SignJWT(payload)
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(use)
      .setIssuedAt(from)
      .setExpirationTime(until)
      .sign(key)
  }

  return {
    issueSession({ accountId, sessionVersion, name, group }) {
      const from = seconds()
      return sign({ id: accountId, v: sessionVersion, sub: name, name, group }, 'session', from, from + SESSION_SECONDS)
    },

    async issueMedia({ accountId, sessionVersion }) {
      const from = seconds() - (seconds() % MEDIA_WINDOW_SECONDS)
      const until = from + 2 * MEDIA_WINDOW_SECONDS
      const token = await sign({ id: accountId, v: sessionVersion }, 'media', from, until)
      return { token, expiresAtMs: until * 1_000 }
    },

    issueLink({ accountId, sessionVersion }, path) {
      const from = seconds()
      return sign({ id: accountId, v: sessionVersion }, `link ${path}`, from, from + LINK_SECONDS)
    },

    async read(token, uses) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: uses,
          requiredClaims: ['exp', 'iat'],
          currentDate: new Date(now()),
        })
        const { id, v } = payload
        if (Number.isInteger(id) && Number.isInteger(v)) return { accountId: id as number, sessionVersion: v as number }
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new AppError('jwt expired')
        if (!(error instanceof errors.JOSEError)) throw error
      }
      throw new AppError('invalid token')
    },
  }
}
