import { createHash, randomBytes, randomInt } from 'node:crypto'

import type { EmailVerification, MailRefusal, Session, User } from '@otodana/contract'

import {
  accountKey,
  type Accounts,
  type Attempt,
  type AuditLog,
  type Passwords,
  refuseGuessable,
} from '#features/accounts/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { Account } from '#http/gate.ts'
import type { Limits } from '#http/limits/limits.ts'
import { NETWORKS_OF_SITE, networkOf, siteOf } from '#http/visitor/network-of.ts'
import type { Inbox } from '#mail/index.ts'

import type { EmailRepository, NewVerification, Purpose, Verification } from './emails.repository.ts'

type Asked = { attempt: number; refused: MailRefusal | null }

export type Emails = {
  /** @throws {AppError} `auth.guestCannotLinkEmail`, `mail.off`, `auth.wrongPassword`, `auth.unlinkEmailFirst` */
  beginLink(account: Account, password: string, attempt: Attempt): Promise<EmailVerification>
  /** @throws {AppError} `auth.verifyIdExpired`, `auth.maxAttempts` */
  checkLink(account: Account, verifyId: string): Promise<Asked & { user: User | null }>
  /** @throws {AppError} `auth.wrongPassword` */
  unlink(account: Account, password: string, attempt: Attempt): Promise<User>
  /**
   * Answers equally for every name, so that it reveals neither accounts nor addresses.
   *
   * @throws {AppError} `mail.off`, `request.tooMany`, `server.busy`
   */
  beginReset(name: string, attempt: Attempt): Promise<EmailVerification>
  /** @throws {AppError} `auth.verifyIdExpired`, `auth.maxAttempts` */
  checkReset(verifyId: string): Promise<Asked & { isReceived: boolean }>
  /** @throws {AppError} `auth.verifyIdExpired`, `auth.maxAttempts`, `auth.emailNotReceived`, `auth.disabled` */
  finishReset(verifyId: string, newPassword: string, attempt: Attempt): Promise<Session>
  /** Receives the mails. */
  inbox: Inbox
}

type Deps = {
  /** The address to send mails to; null: no mail is received. */
  mailbox: string | null
  emails: EmailRepository
  accounts: Accounts
  passwords: Passwords
  audit: AuditLog
  limits: Limits
  /** Milliseconds since 1970. */
  now?: () => number
}

const LIFETIME_MS = 30 * 60_000
const RETRY_SECONDS = 10
/** Enough for polling at the given interval until the verification expires. */
const MAX_ATTEMPTS = LIFETIME_MS / 1_000 / RETRY_SECONDS
const MAX_RESETS_WAITING = 10_000

/** Letters that are not confused when read aloud; sixteen are 79 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODE_GROUPS = 4
const GROUP_LENGTH = 4

/** A member who is tricked into sending such a mail can read what it does. */
const SUBJECTS: Record<Purpose, (name: string) => string> = {
  link: (name) => `Otodana: link this mail address to the account ${name}`,
  reset: (name) => `Otodana: set a new password for the account ${name}`,
}
const MAX_NAME_LENGTH = 50

/** Verifies members' mail addresses by mails that they send. */
export function createEmailService(deps: Deps): Emails {
  const { mailbox, emails, accounts, passwords, audit, limits, now = Date.now } = deps
  const resetsFrom = limits.create({ name: 'reset-address', points: 10, seconds: 3_600 })
  const resetsFromSite = limits.create({ name: 'reset-site', points: 10 * NETWORKS_OF_SITE, seconds: 3_600 })
  const resetsOf = limits.create({ name: 'reset-name', points: 20, seconds: 3_600 })

  async function begin(
    address: string,
    purpose: Purpose,
    name: string,
    given: Pick<NewVerification, 'account' | 'address'>,
  ): Promise<EmailVerification> {
    const verifyId = randomBytes(32).toString('base64url')
    const subject = `${SUBJECTS[purpose](readable(name))} (${aCode()})`
    const expiresAtMs = now() + LIFETIME_MS
    const hashes = { verifyHash: hash(verifyId), subjectHash: hashOfSubject(subject) }
    const isAdded = await emails.add({ ...given, ...hashes, purpose, expiresAtMs }, MAX_RESETS_WAITING)
    if (!isAdded) throw new AppError('server.busy', { headers: { 'retry-after': '60' } })
    const expiresAt = new Date(expiresAtMs).toISOString()
    return { verifyId, address, subject, expiresAt, maxAttempts: MAX_ATTEMPTS, retrySeconds: RETRY_SECONDS }
  }

  async function ask(purpose: Purpose, verifyId: string): Promise<Verification> {
    const verification = await emails.ask(purpose, hash(verifyId))
    if (!verification) throw new AppError('auth.verifyIdExpired')
    if (verification.email === null && verification.attempts > MAX_ATTEMPTS) throw new AppError('auth.maxAttempts')
    return verification
  }

  return {
    async beginLink(account, password, attempt) {
      if (account.group === 'guest') throw new AppError('auth.guestCannotLinkEmail')
      if (mailbox === null) throw new AppError('mail.off')
      const row = await accounts.provePassword(account, password, attempt)
      if (row.email !== null) throw new AppError('auth.unlinkEmailFirst')
      return begin(mailbox, 'link', row.name, { account: row, address: attempt.address })
    },

    async checkLink(account, verifyId) {
      const { accountId, email, attempts, refusal } = await ask('link', verifyId)
      if (accountId !== account.id) throw new AppError('auth.verifyIdExpired')
      return { user: email === null ? null : await accounts.userOf(account), attempt: attempts, refused: refusal }
    },

    async unlink(account, password, attempt) {
      const row = await accounts.provePassword(account, password, attempt)
      if (row.email !== null) {
        await emails.unlink(row.id)
        await audit.record({ kind: 'emailUnlinked', accountId: row.id, name: row.name, ...attempt })
      }
      return accounts.userOf(account)
    },

    async beginReset(name, attempt) {
      if (mailbox === null) throw new AppError('mail.off')
      const account = await accounts.findByName(name)
      const whenReached = () =>
        audit.record({ kind: 'tooManyTries', accountId: account?.id ?? null, name: account?.name ?? name, ...attempt })
      const network = networkOf(attempt.address)
      await resetsFrom.take(network, whenReached)
      // Does not lock a member out of a known network; unknown names are counted too.
      if (!(await accounts.hasBeenAt(account, attempt))) {
        await resetsFromSite.take(siteOf(network), whenReached)
        await resetsOf.take(accountKey(name), whenReached)
      }
      return begin(mailbox, 'reset', name, { account, address: attempt.address })
    },

    async checkReset(verifyId) {
      const { email, attempts, refusal } = await ask('reset', verifyId)
      return { isReceived: email !== null, attempt: attempts, refused: refusal }
    },

    async finishReset(verifyId, newPassword, attempt) {
      const { accountId, email } = await ask('reset', verifyId)
      if (email === null || accountId === null) throw new AppError('auth.emailNotReceived')
      if (await accounts.isDisabled(accountId)) throw new AppError('auth.disabled')
      refuseGuessable('newPassword', newPassword, await accounts.nameOf(accountId))
      const asker = { network: networkOf(attempt.address), standing: 'member' as const }
      const row = await emails.setPassword(hash(verifyId), await passwords.hash(newPassword, asker))
      if (!row) throw new AppError('auth.verifyIdExpired')
      await audit.record({ kind: 'passwordResetByMail', accountId: row.id, name: row.name, ...attempt })
      return accounts.sessionOf(row)
    },

    inbox: {
      isAwaited: (subject) => emails.isAwaited(hashOfSubject(subject)),

      async receive({ subject, from, verdict }) {
        if (verdict !== 'genuine') {
          await emails.refuse(hashOfSubject(subject), verdict)
          return verdict
        }
        const proof = await emails.prove(hashOfSubject(subject), from)
        if (proof.kind === 'refused') return proof.refusal
        if (proof.kind === 'unknown') return 'unknown'
        if (proof.kind === 'linked') {
          const { accountId, name, address } = proof
          await audit.record({ kind: 'emailLinked', accountId, name, address })
        }
        return 'accepted'
      },
    },
  }
}

function aCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: CODE_GROUPS }, group).join('-')
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Mail programs may break long lines and normalise letters differently; nothing else may differ. */
function hashOfSubject(subject: string): string {
  return hash(subject.normalize('NFC').replace(/\s+/g, ' ').trim())
}

/** The name as typed, escaped: it must not reveal how the account's name is spelled. */
function readable(name: string): string {
  const seen = name.toWellFormed().replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]+/gu, ' ')
  return [...seen.trim()].slice(0, MAX_NAME_LENGTH).join('')
}
