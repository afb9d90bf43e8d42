import type { FastifyRequest } from 'fastify'

import type { AppPasswords } from '#features/app-passwords/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { Account, Gate } from '#http/gate.ts'

type Deps = { gate: Gate; appPasswords: Pick<AppPasswords, 'accountOf'> }

/** All who may browse by the API may here. As a call that writes, so that no token of a session opens it from the address. */
const BROWSE = { method: 'POST', access: 'library' } as const

const BASIC = /^basic +([a-z\d+/_-]+=*) *$/i
const CHALLENGE = { 'www-authenticate': 'Basic realm="Otodana", charset="UTF-8"' }

/** @returns an error that makes clients ask for user name and app password */
export function needsLogin(code: 'auth.wrong' | 'No authorization token was found'): AppError {
  return new AppError(code, { headers: CHALLENGE })
}

/**
 * Admits an app: with a user name and app password, or without where anonymous visitors may browse.
 *
 * @returns null: anonymous
 * @throws {AppError} `auth.wrong`, also of sessions' tokens; `No authorization token was found`; `request.tooMany`
 */
export async function admit({ gate, appPasswords }: Deps, request: FastifyRequest): Promise<Account | null> {
  const { authorization } = request.headers
  if (authorization === undefined) {
    try {
      return (await gate.admit(BROWSE, request)).account
    } catch (error) {
      throw error instanceof AppError && error.status === 401 ? needsLogin('No authorization token was found') : error
    }
  }
  const login = readBasic(authorization)
  if (login === null) throw needsLogin('auth.wrong')
  try {
    const app = request.headers['user-agent'] ?? null
    return await appPasswords.accountOf({ kind: 'password', ...login }, { address: request.address, app })
  } catch (error) {
    throw error instanceof AppError && error.code === 'auth.wrong' ? needsLogin('auth.wrong') : error
  }
}

/** Reads a user name, which may contain a colon, and an app password, which does not. */
function readBasic(header: string): { name: string; secret: string } | null {
  const [, encoded = ''] = BASIC.exec(header) ?? []
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.lastIndexOf(':')
  return colon <= 0 ? null : { name: text.slice(0, colon), secret: text.slice(colon + 1) }
}
