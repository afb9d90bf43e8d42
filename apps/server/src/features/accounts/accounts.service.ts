import {
  GUEST_NAME,
  setupSteps,
  type SecurityEventKind,
  type Session,
  type Setup,
  type SetupStep,
  type User,
} from '@otodana/contract'
import type { Logger } from 'pino'

import type { Config } from '#config.ts'
import type { Db } from '#db/open.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { Account, Sessions } from '#http/gate.ts'
import { createSiteLimit, type Limit, type Limits } from '#http/limits/limits.ts'
import { NETWORKS_OF_SITE, networkOf, siteOf } from '#http/visitor/network-of.ts'
import { createTimeSlices } from '#jobs/time-slices.ts'
import type { ServerSettings } from '#db/server-settings.ts'

import { accountKey } from './account-key.ts'
import { exportedAccount } from './export-accounts.ts'
import type { AccountRepository, AccountRow } from './accounts.repository.ts'
import type { AccountsMark } from './lost-database.ts'
import type { AuditLog } from './audit-log.ts'
import type { KnownNetworks } from './known-networks.ts'
import { isSetupCode } from './setup-code.ts'
import { refuseGuessable } from './new-password.ts'
import { OFFICIAL_NAMES, RESERVED_NAMES } from './official-names.ts'
import { isMoved, type Passwords, type Requester } from './passwords.ts'
import type { SessionTokens } from './session-tokens.ts'

type Credentials = { name: string; password: string }

/** A password attempt, counted under one key. */
type Try = { limit: Limit; key: string; whenReached: () => Promise<void> }

/** The client whose attempts are limited. */
export type Attempt = { address: string }

/** A feature's personal data of a member. */
export type PersonalData = {
  /** Its name in the export. */
  name: string
  export(accountId: number): Promise<unknown>
  /** Runs before the account is deleted, in the same transaction, for data that does not cascade. */
  beforeRemoval?(accountId: number, transaction: Db): Promise<void>
  /** Runs after the deletion. */
  afterRemoval?(): Promise<void>
}

export type Accounts = Sessions & {
  /** null: no such member. */
  findByName(name: string): Promise<AccountRow | null>
  isDisabled(id: number): Promise<boolean>
  /** Returns an empty string if the account is gone. */
  nameOf(id: number): Promise<string>
  /** Whether the account's owner has logged in from that network before. Also called for names without an account. */
  hasBeenAt(row: AccountRow | null, attempt: Attempt): Promise<boolean>
  /** Creates a session. */
  sessionOf(row: AccountRow): Promise<Session>
  /**
   * Checks the password again within a session.
   *
   * @throws {AppError} `auth.wrongPassword`, `request.tooMany`
   */
  provePassword(account: Account, password: string, attempt: Attempt): Promise<AccountRow>
  /** Adds the guest account if enabled, and checks whether accounts were lost. Called once, at the start. */
  prepare(): Promise<void>
  isRegistrationOpen(): Promise<boolean>
  /** Returns how far the setup is, for a visitor. */
  setup(visitor: { isAdmin: boolean }): Promise<Setup>
  /** Stores where the administrator continues. */
  continueSetup(step: SetupStep): Promise<void>
  finishSetup(): Promise<void>
  hasGuest: boolean
  /** Returns `account` as its owner sees it; null: not logged in. */
  userOf(account: Account | null): Promise<User>
  /**
   * @param visitor.isAdmin  with the server's own token
   * @throws {AppError} `auth.registrationClosed`, `auth.adminTokenNeeded`, `auth.setupCodeNeeded`, `auth.setupCodeWrong`, `auth.nameMistakable`, `auth.nameTaken`, `request.tooMany`
   */
  register(
    given: Credentials & { recommenderUuid: string | null; setupCode?: string | undefined },
    attempt: Attempt,
    visitor: { isAdmin: boolean },
  ): Promise<Session>
  /** @throws {AppError} `auth.wrong`, `auth.disabled`, `request.tooMany` */
  logIn(given: Credentials, attempt: Attempt): Promise<Session>
  /** @throws {AppError} `auth.wrongPassword`, `request.tooMany` */
  changePassword(account: Account, old: string, next: string, attempt: Attempt): Promise<Session>
  endOtherSessions(account: Account, attempt: Attempt): Promise<Session>
  mediaToken(account: Account): Promise<{ token: string; expiresAt: string }>
  /** Returns a path with a token that opens it for a minute, unless the account's sessions end before. */
  linkTo(path: string, account: Account): Promise<string>
  /** Returns all data of the account. */
  export(account: Account): Promise<{ account: { name: string } & Record<string, unknown> }>
  /** @throws {AppError} `auth.wrongPassword`, `auth.lastAdmin`, `request.tooMany` */
  remove(account: Account, password: string, attempt: Attempt): Promise<void>
}

type Deps = {
  config: Pick<Config, 'isRegistrationOpen' | 'hasGuest'>
  /** What the first account needs; null: nothing. */
  setupCode: string | null
  accounts: AccountRepository
  settings: ServerSettings
  passwords: Passwords
  tokens: SessionTokens
  limits: Limits
  audit: AuditLog
  networks: KnownNetworks
  mark: AccountsMark
  log: Pick<Logger, 'warn'>
  /** Read on use: features register theirs after this service is created. */
  personalData: readonly PersonalData[]
}

/** Duration of a slice of the comparison with all names. */
const SLICE_MS = 8

const QUARTER_HOUR = 15 * 60
const HOUR = 3_600

const ANONYMOUS_USER: User = { loggedIn: false, name: '', group: '', email: null, recommenderUuid: '' }

export function createAccountService(deps: Deps): Accounts {
  const { config, setupCode, accounts, settings, passwords, tokens, limits, audit, networks, mark, log, personalData } =
    deps
  // Limits one visitor who tries many names, and many visitors who try one name. Members are neither locked out of
  // networks where they have logged in before, nor prevented from changing their password.
  const loginsFrom = limits.create({ name: 'login-address', points: 20, seconds: QUARTER_HOUR })
  const loginsFromSite = limits.create({ name: 'login-site', points: 20 * NETWORKS_OF_SITE, seconds: QUARTER_HOUR })
  const loginsTo = limits.create({ name: 'login-name', points: 50, seconds: QUARTER_HOUR })
  const proofs = limits.create({ name: 'password-proof', points: 20, seconds: QUARTER_HOUR })
  const wishes = createSiteLimit(limits, { name: 'register-name', points: 30, seconds: HOUR })
  const setupCodes = createSiteLimit(limits, { name: 'setup-code', points: 20, seconds: QUARTER_HOUR })
  const registrations = createSiteLimit(limits, { name: 'register', points: 10, seconds: HOUR })

  async function sessionOf(row: AccountRow): Promise<Session> {
    const token = await tokens.issueSession({
      accountId: row.id,
      sessionVersion: row.session_version,
      name: row.name,
      group: row.account_group,
    })
    return { user: toUser(row), token }
  }

  function record(kind: SecurityEventKind, row: AccountRow | null, name: string, { address }: Attempt): Promise<void> {
    return audit.record({ kind, accountId: row?.id ?? null, name: row?.name ?? name, address })
  }

  /** Checks a password and counts the attempt, unless it is correct or the server was too busy to check it. */
  async function matches(password: string, row: AccountRow | null, tries: Try[], asker: Requester): Promise<boolean> {
    for (const { limit, key, whenReached } of tries) await limit.take(key, whenReached)
    const giveBack = () => Promise.all(tries.map(({ limit, key }) => limit.giveBack(key)))
    try {
      const isRight = await passwords.matches(password, row?.password_hash ?? null, asker)
      if (isRight) await giveBack()
      return isRight
    } catch (error) {
      // Not checked, so it does not count.
      await giveBack()
      throw error
    }
  }

  /** Returns the limits that a login counts against. In networks known for the account, only the address counts. */
  async function triesOf(row: AccountRow | null, name: string, attempt: Attempt): Promise<Try[]> {
    const whenReached = () => record('tooManyTries', row, name, attempt)
    const network = networkOf(attempt.address)
    const from = { limit: loginsFrom, key: network, whenReached }
    if (await hasBeenAt(row, attempt)) return [from]
    const fromSite = { limit: loginsFromSite, key: siteOf(network), whenReached }
    return [from, fromSite, { limit: loginsTo, key: accountKey(name), whenReached }]
  }

  function hasBeenAt(row: AccountRow | null, { address }: Attempt): Promise<boolean> {
    // Also queried for names without an account, so that timing reveals nothing.
    return networks.hasSeen(row?.id ?? -1, networkOf(address))
  }

  /**
   * Returns the priority of a visitor without a session. The guest's password is public, so logins as the guest prove
   * nothing.
   */
  async function askerOf(row: AccountRow | null, { address }: Attempt): Promise<Requester> {
    const network = networkOf(address)
    if (await networks.isKnown(network)) return { network, standing: 'seen' }
    const isMember = row !== null && row.account_group !== 'guest' && row.last_login_at_ms !== null
    return { network, standing: isMember ? 'member' : 'stranger' }
  }

  async function rowOf(account: Account): Promise<AccountRow> {
    const row = await accounts.find(account.id)
    // The account was just deleted.
    if (!row) throw new AppError('invalid token')
    return row
  }

  async function provePassword(account: Account, password: string, attempt: Attempt): Promise<AccountRow> {
    const row = await rowOf(account)
    const whenReached = () => record('tooManyTries', row, row.name, attempt)
    const tries = [{ limit: proofs, key: String(row.id), whenReached }]
    if (await matches(password, row, tries, withSession(attempt))) return row
    await record('loginFailed', row, row.name, attempt)
    throw new AppError('auth.wrongPassword')
  }

  /** @returns the newest account compared; null: the name resembles an existing one */
  async function compareWithAll(isAlike: (other: string) => boolean): Promise<number | null> {
    const slices = createTimeSlices(SLICE_MS)
    let newest = 0
    for (const { id, name } of await accounts.names()) {
      if (isAlike(name)) return null
      newest = Math.max(newest, id)
      if (slices.isOver()) await slices.next()
    }
    return newest
  }

  /** The first account is for those who can read the server's log. */
  async function proveSetupCode(given: string | undefined, network: string): Promise<void> {
    if (setupCode === null) return
    if (given === undefined || given.trim() === '') throw new AppError('auth.setupCodeNeeded')
    await setupCodes.take(network)
    if (!isSetupCode(setupCode, given)) throw new AppError('auth.setupCodeWrong')
  }

  async function isRegistrationOpen(): Promise<boolean> {
    return (await settings.get('isRegistrationOpen')) ?? config.isRegistrationOpen
  }

  return {
    hasGuest: config.hasGuest,
    isRegistrationOpen,
    hasBeenAt,
    sessionOf,
    provePassword,

    async findByName(name) {
      const row = await accounts.findByKey(accountKey(name))
      return row?.account_group === 'guest' ? null : row
    },

    async isDisabled(id) {
      return (await accounts.find(id))?.is_disabled === 1
    },

    async nameOf(id) {
      return (await accounts.find(id))?.name ?? ''
    },

    async prepare() {
      if (await accounts.hasMembers()) mark.set()
      else if (mark.isSet()) {
        log.warn(
          'the database has no accounts, though there have been some: it was lost or replaced. The first new account needs the admin token',
        )
      }
      if (!config.hasGuest) return
      const nameKey = accountKey(GUEST_NAME)
      if (await accounts.findByKey(nameKey)) return
      const passwordHash = await passwords.hash(GUEST_NAME, { network: '', standing: 'seen' })
      await accounts.ensureGuest({ name: GUEST_NAME, nameKey, passwordHash, recommenderUuid: null })
    },

    async accountOf(token, uses) {
      const { accountId, sessionVersion } = await tokens.read(token, uses)
      const row = await accounts.find(accountId)
      const isCurrent = row !== null && row.session_version === sessionVersion && row.is_disabled === 0
      if (!isCurrent || (row.account_group === 'guest' && !config.hasGuest)) throw new AppError('invalid token')
      return { id: row.id, name: row.name, group: row.account_group }
    },

    async userOf(account) {
      return account === null ? ANONYMOUS_USER : toUser(await rowOf(account))
    },

    async setup({ isAdmin }) {
      const [first] = setupSteps
      if (setupCode === null) return { step: 'done', needs: 'nothing', continuesAt: first }
      if (!(await accounts.hasMembers())) {
        const proof = mark.isSet() ? 'adminToken' : 'code'
        return { step: 'account', needs: isAdmin ? 'nothing' : proof, continuesAt: first }
      }
      const continuesAt = isAdmin && (await settings.get('isSetUp')) !== true ? await settings.get('setupStep') : null
      // An instance whose first account was made without the setup has no step, and is not sent there by an update.
      if (continuesAt === null) return { step: 'done', needs: 'nothing', continuesAt: first }
      return { step: 'open', needs: 'nothing', continuesAt }
    },
    continueSetup: (step) => settings.set('setupStep', step),
    finishSetup: () => settings.set('isSetUp', true),

    async register({ name, password, recommenderUuid, setupCode: given }, attempt, { isAdmin }) {
      const nameKey = accountKey(name)
      const network = networkOf(attempt.address)
      const [isOpen, hasMembers] = await Promise.all([isRegistrationOpen(), accounts.hasMembers()])
      if (!isOpen && hasMembers) throw new AppError('auth.registrationClosed')
      if (!hasMembers && mark.isSet() && !isAdmin) throw new AppError('auth.adminTokenNeeded')
      if (!hasMembers && !isAdmin) await proveSetupCode(given, network)
      refuseGuessable('password', password, name)
      // Limited because it reveals which names have accounts.
      await wishes.take(network)
      const isTaken = RESERVED_NAMES.has(nameKey) || (await accounts.findByKey(nameKey)) !== null
      const isOfficial = OFFICIAL_NAMES.has(nameKey)
      if (isTaken || (isOfficial && hasMembers)) throw new AppError('auth.nameTaken')
      // With a list of a megabyte, for few calls.
      const { looksLike, looksLikeOfficial, mixesScripts } = await import('./look-alike.ts')
      const isAlike = looksLike(name)
      const looksOfficial = looksLikeOfficial(name, OFFICIAL_NAMES)
      const isMistakable =
        mixesScripts(name) || looksLikeOfficial(name, RESERVED_NAMES) || (looksOfficial && hasMembers)
      const compared = isMistakable ? null : await compareWithAll(isAlike)
      if (compared === null) throw new AppError('auth.nameMistakable')
      await registrations.take(network)
      const passwordHash = await passwords.hash(password, await askerOf(null, attempt))
      // Before the account, so that a crash between the two does not end the setup.
      if (!hasMembers && setupCode !== null) await settings.set('setupStep', setupSteps[0])
      // Hashing may have waited, so the insert checks the conditions again.
      const row = await accounts.addMember(
        { name, nameKey, passwordHash, recommenderUuid },
        {
          mayBeFirst: isAdmin || (!hasMembers && !mark.isSet()),
          mayFollow: isOpen && !isOfficial && !looksOfficial,
          compare: { id: compared, isAlike },
        },
      )
      if (row === 'mayNotBeFirst') throw new AppError('auth.adminTokenNeeded')
      if (row === 'mayNotFollow' && !isOpen) throw new AppError('auth.registrationClosed')
      if (row === 'nameAlike' || (row === 'mayNotFollow' && !isOfficial)) throw new AppError('auth.nameMistakable')
      if (row === 'nameTaken' || row === 'mayNotFollow') throw new AppError('auth.nameTaken')
      mark.set()
      await networks.note(row.id, network)
      await record('registered', row, name, attempt)
      return sessionOf(row)
    },

    async logIn({ name, password }, attempt) {
      const row = await accounts.findByKey(accountKey(name))
      const isKnown = row !== null && (row.account_group !== 'guest' || config.hasGuest)
      const tries = await triesOf(row, name, attempt)
      if (!(await matches(password, isKnown ? row : null, tries, await askerOf(row, attempt))) || !isKnown) {
        await record('loginFailed', row, name, attempt)
        throw new AppError('auth.wrong', { headers: { 'www-authenticate': 'Bearer' } })
      }
      if (row.is_disabled === 1) throw new AppError('auth.disabled')
      if (isMoved(row.password_hash)) {
        await accounts.rehash(row, await passwords.hash(password, withSession(attempt)))
      }
      await accounts.noteLogin(row.id)
      if (row.account_group !== 'guest') {
        await networks.note(row.id, networkOf(attempt.address))
        await record('loggedIn', row, name, attempt)
      }
      return sessionOf(row)
    },

    async changePassword(account, old, next, attempt) {
      refuseGuessable('newPassword', next, account.name)
      const row = await provePassword(account, old, attempt)
      const changed = await accounts.endSessions(row.id, await passwords.hash(next, withSession(attempt)))
      await record('passwordChanged', row, row.name, attempt)
      return sessionOf(changed)
    },

    async endOtherSessions(account, attempt) {
      const row = await accounts.endSessions(account.id)
      await record('sessionsEnded', row, row.name, attempt)
      return sessionOf(row)
    },

    async mediaToken(account) {
      const { id, session_version } = await rowOf(account)
      const { token, expiresAtMs } = await tokens.issueMedia({ accountId: id, sessionVersion: session_version })
      return { token, expiresAt: new Date(expiresAtMs).toISOString() }
    },

    async linkTo(path, account) {
      const { id, session_version } = await rowOf(account)
      return `${path}?token=${await tokens.issueLink({ accountId: id, sessionVersion: session_version }, path)}`
    },

    async export(account) {
      const row = await rowOf(account)
      const parts: Record<string, unknown> = {}
      for (const part of personalData) parts[part.name] = await part.export(row.id)
      return { account: exportedAccount(row), ...parts }
    },

    async remove(account, password, attempt) {
      const row = await provePassword(account, password, attempt)
      const isGone = await accounts.remove(row.id, async (transaction) => {
        for (const part of personalData) await part.beforeRemoval?.(row.id, transaction)
      })
      if (!isGone) throw new AppError('auth.lastAdmin')
      await record('accountDeleted', row, row.name, attempt)
      for (const part of personalData) await part.afterRemoval?.()
    },
  }
}

function withSession({ address }: Attempt): Requester {
  return { network: networkOf(address), standing: 'seen' }
}

function toUser(row: AccountRow): User {
  const { id, name, account_group: group, email, recommender_uuid: recommenderUuid } = row
  const createdAt = new Date(row.created_at_ms).toISOString()
  return { id, loggedIn: true, name, group, email, recommenderUuid, createdAt }
}
