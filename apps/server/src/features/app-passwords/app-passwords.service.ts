import { createHash, hash, timingSafeEqual } from 'node:crypto'

import type { AppPassword, SecurityEventKind } from '@otodana/contract'

import { accountKey, type Accounts, type Attempt, type AuditLog } from '#features/accounts/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { Account } from '#http/gate.ts'
import { createSiteLimit, type Limits } from '#http/limits/limits.ts'
import { networkOf } from '#http/visitor/network-of.ts'

import { hashOfSecret, newSecret, type Sealer } from './app-secrets.ts'
import type { AppPasswordRepository, ValidAppPassword } from './app-passwords.repository.ts'

/** How an app proves that it has a member's app password. */
export type AppLogin =
  | { kind: 'password'; name: string; secret: string }
  /** `token` is the MD5 of secret and salt, as Subsonic's clients send it. */
  | { kind: 'signed'; name: string; token: string; salt: string }
  | { kind: 'key'; secret: string }

/** The app as it calls itself; null: it does not say. */
type AppAttempt = Attempt & { app: string | null }

export type AppPasswords = {
  list(account: Account): Promise<AppPassword[]>
  /** Whether any member has one. */
  exist(): Promise<boolean>
  /** Calls the listener, which must not throw, after this process has made one. */
  onCreated(listener: () => void): void
  /**
   * @returns the secret, which is not stored as it is, and so cannot be shown again
   * @throws {AppError} `auth.wrongPassword`, `app.tooMany`, `request.tooMany`
   */
  create(
    account: Account,
    given: { name: string; password: string },
    attempt: Attempt,
  ): Promise<{ secret: string; appPassword: AppPassword }>
  /** @throws {AppError} `app.notFound` */
  revoke(account: Account, id: number, attempt: Attempt): Promise<void>
  /**
   * Returns the member whose app it is.
   *
   * @throws {AppError} `auth.wrong`; `request.tooMany` after too many wrong logins for this account from this network, or for
   *   many from it
   */
  accountOf(login: AppLogin, attempt: AppAttempt): Promise<Account>
}

type Deps = {
  repository: AppPasswordRepository
  accounts: Pick<Accounts, 'provePassword'>
  sealer: Sealer
  limits: Limits
  audit: AuditLog
  now?: () => number
}

const QUARTER_HOUR = 15 * 60
/** One app with an old password sends it again and again; it must not keep other members’ apps of the household out. */
const WRONG_FOR_ONE_NAME = 20
const WRONG_FROM_ONE_NETWORK = 200
/** Apps send dozens of requests a minute; one of them is noted. */
const NOTE_USE_EVERY_MS = 60_000
const MAX_APP_LENGTH = 100

export function createAppPasswords(deps: Deps): AppPasswords {
  const { repository, accounts, sealer, limits, audit, now = Date.now } = deps
  // By network too, so that no account is locked out from elsewhere: ADR 0074.
  const wrongFor = limits.create({ name: 'app-login-name', points: WRONG_FOR_ONE_NAME, seconds: QUARTER_HOUR })
  const wrongFrom = createSiteLimit(limits, {
    name: 'app-login',
    points: WRONG_FROM_ONE_NETWORK,
    seconds: QUARTER_HOUR,
  })

  function record(kind: SecurityEventKind, { id, name }: Account, { address }: Attempt): Promise<void> {
    return audit.record({ kind, accountId: id, name, address })
  }

  const createdListeners: (() => void)[] = []

  async function find(login: AppLogin): Promise<ValidAppPassword | null> {
    if (login.kind === 'signed') {
      const candidates = await repository.listValid(accountKey(login.name))
      return candidates.find(({ sealedSecret }) => isSigned(login, sealer.open(sealedSecret))) ?? null
    }
    const found = await repository.findValid(hashOfSecret(login.secret))
    if (login.kind === 'key' || found?.nameKey === accountKey(login.name)) return found
    return null
  }

  return {
    list: ({ id }) => repository.list(id),
    exist: () => repository.hasValid(),
    onCreated: (listener) => void createdListeners.push(listener),

    async create(account, { name, password }, attempt) {
      const { session_version: sessionVersion } = await accounts.provePassword(account, password, attempt)
      const secret = newSecret()
      const appPassword = await repository.add({
        accountId: account.id,
        name,
        secretHash: hashOfSecret(secret),
        sealedSecret: sealer.seal(secret),
        sessionVersion,
      })
      if (appPassword === null) throw new AppError('app.tooMany')
      await record('appPasswordCreated', account, attempt)
      for (const listener of createdListeners) listener()
      return { secret, appPassword }
    },

    async revoke(account, id, attempt) {
      if ((await repository.remove(account.id, id)) === null) throw new AppError('app.notFound')
      await record('appPasswordRevoked', account, attempt)
    },

    async accountOf(login, { address, app }) {
      const network = networkOf(address)
      const claim = `${network} ${claimOf(login)}`
      // Checked first, so that beyond the limit a guess is not even compared.
      await wrongFor.check(claim)
      await wrongFrom.check(network)
      const found = await find(login)
      if (found === null) {
        const left = Math.min(await wrongFor.take(claim), await wrongFrom.take(network))
        if (left === 0) {
          const name = login.kind === 'key' ? '' : login.name
          await audit.record({ kind: 'tooManyTries', accountId: null, name, address })
        }
        throw new AppError('auth.wrong')
      }
      const by = app === null ? null : app.slice(0, MAX_APP_LENGTH).toWellFormed().replaceAll('\0', ' ')
      const atMs = now()
      if (atMs - (found.lastUsedAtMs ?? 0) >= NOTE_USE_EVERY_MS) await repository.noteUse(found.id, by, atMs)
      return { id: found.accountId, name: found.accountName, group: found.group }
    },
  }
}

/** Returns whom a login claims to be; a key names no account. */
function claimOf(login: AppLogin): string {
  const claimed = login.kind === 'key' ? `key ${login.secret}` : `name ${accountKey(login.name)}`
  return hash('sha256', claimed, 'base64url').slice(0, 22)
}

const MD5 = /^[\da-f]{32}$/i

function isSigned({ token, salt }: { token: string; salt: string }, secret: string | null): boolean {
  // What is no hexadecimal would end the text that is compared.
  if (secret === null || !MD5.test(token)) return false
  const expected = createHash('md5')
    .update(secret + salt)
    .digest()
  return timingSafeEqual(Buffer.from(token, 'hex'), expected)
}
