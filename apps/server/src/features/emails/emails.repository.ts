import type { MailRefusal } from '@otodana/contract'
import type { Selectable } from 'kysely'

import { isDataError } from '#db/dialect.ts'
import type { Database, Db } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'
import type { EmailVerificationTable } from '#db/tables.ts'
import type { AccountRow } from '#features/accounts/index.ts'

type Row = Selectable<EmailVerificationTable>

export type Purpose = Row['purpose']

export type NewVerification = {
  purpose: Purpose
  verifyHash: string
  subjectHash: string
  /** null: no such account, which only the mail's sender may learn. */
  account: Pick<AccountRow, 'id' | 'session_version'> | null
  /** The visitor's address. */
  address: string
  expiresAtMs: number
}

export type Verification = {
  accountId: number | null
  attempts: number
  refusal: MailRefusal | null
  /** The mail's sender; null: not received yet. */
  email: string | null
}

/** The result of a genuine mail. `unknown`: no pending verification matches. */
type Proof =
  | { kind: 'linked'; accountId: number; name: string; address: string }
  | { kind: 'proven' }
  | { kind: 'refused'; refusal: MailRefusal }
  | { kind: 'unknown' }

export type EmailRepository = {
  /**
   * Adds a verification and deletes expired ones. Of those that link an account, only the latest remains.
   *
   * @param mostResets  maximum number of pending resets, which need no login: a flood must not keep members from
   * linking
   * @returns false if there are too many pending resets
   */
  add(verification: NewVerification, mostResets: number): Promise<boolean>
  /** Counts a poll; null if it does not exist, has expired, or the session that started linking has ended. */
  ask(purpose: Purpose, verifyHash: string): Promise<Verification | null>
  /** Whether a verification with that subject is pending. */
  isAwaited(subjectHash: string): Promise<boolean>
  /** Records why the mail was rejected. */
  refuse(subjectHash: string, refusal: MailRefusal): Promise<void>
  /** Records a genuine mail from an address. */
  prove(subjectHash: string, email: string): Promise<Proof>
  /** Sets a new password after a proof, once. Ends all sessions and other pending verifications of the account. */
  setPassword(verifyHash: string, passwordHash: string): Promise<AccountRow | null>
  /** Removes the address, including from proven verifications. */
  unlink(accountId: number): Promise<void>
}

/** @param now  milliseconds since 1970 */
export function createEmailRepository({ read, write }: Database, now: () => number = Date.now): EmailRepository {
  async function refuse(subjectHash: string, refusal: MailRefusal): Promise<void> {
    await write
      .updateTable('email_verification')
      .set({ refusal })
      .where('subject_hash', '=', subjectHash)
      .where('email', 'is', null)
      .execute()
  }

  /** Only if the password has not been changed since, and the account has no address. */
  async function link(tx: Db, row: Row, email: string): Promise<Proof> {
    if (row.account_id === null || row.session_version === null) return { kind: 'unknown' }
    const holder = await tx.selectFrom('account').select('id').where('email', '=', email).executeTakeFirst()
    if (holder) return { kind: 'refused', refusal: 'linkedToAnother' }
    const account = await tx
      .updateTable('account')
      .set({ email })
      .where('id', '=', row.account_id)
      .where('session_version', '=', row.session_version)
      .where('is_disabled', '=', 0)
      .where('email', 'is', null)
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!account) return { kind: 'unknown' }
    return { kind: 'linked', accountId: account.id, name: account.name, address: row.address }
  }

  async function isFromHolder(tx: Db, row: Row, email: string): Promise<boolean> {
    if (row.account_id === null || row.session_version === null) return false
    const account = await tx
      .selectFrom('account')
      .select('id')
      .where('id', '=', row.account_id)
      .where('session_version', '=', row.session_version)
      .where('email', '=', email)
      .executeTakeFirst()
    return account !== undefined
  }

  function proveOnce(subjectHash: string, email: string): Promise<Proof> {
    return write.transaction().execute(async (tx): Promise<Proof> => {
      // Write first: of two concurrent mails, the second waits and sees the first one's result.
      const row = await tx
        .updateTable('email_verification')
        .set((eb) => ({ refusal: eb.ref('refusal') }))
        .where('subject_hash', '=', subjectHash)
        .where('expires_at_ms', '>', now())
        .returningAll()
        .executeTakeFirst()
      if (!row) return { kind: 'unknown' }
      // The same mail again: its sender has not received the reply.
      if (row.email !== null) return { kind: row.email === email ? 'proven' : 'unknown' }
      let proof: Proof
      if (row.purpose === 'link') proof = await link(tx, row, email)
      else if (await isFromHolder(tx, row, email)) proof = { kind: 'proven' }
      else proof = { kind: 'refused', refusal: 'fromAnother' }
      if (proof.kind === 'linked' || proof.kind === 'proven') {
        await tx
          .updateTable('email_verification')
          .set({ email, refusal: null })
          .where('verify_hash', '=', row.verify_hash)
          .execute()
      }
      return proof
    })
  }

  return {
    async add({ purpose, verifyHash, subjectHash, account, address, expiresAtMs }, mostResets) {
      await write.deleteFrom('email_verification').where('expires_at_ms', '<=', now()).execute()
      if (purpose === 'link' && account !== null) {
        await write
          .deleteFrom('email_verification')
          .where('purpose', '=', 'link')
          .where('account_id', '=', account.id)
          .execute()
      }
      const { count } = await read
        .selectFrom('email_verification')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('purpose', '=', 'reset')
        .executeTakeFirstOrThrow()
      if (purpose === 'reset' && count >= mostResets) return false
      await write
        .insertInto('email_verification')
        .values({
          purpose,
          verify_hash: verifyHash,
          subject_hash: subjectHash,
          account_id: account?.id ?? null,
          session_version: account?.session_version ?? null,
          address,
          expires_at_ms: expiresAtMs,
        })
        .execute()
      return true
    },

    async ask(purpose, verifyHash) {
      const row = await write
        .updateTable('email_verification')
        .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
        .where('verify_hash', '=', verifyHash)
        .where('purpose', '=', purpose)
        .where('expires_at_ms', '>', now())
        .returningAll()
        .executeTakeFirst()
      if (!row) return null
      const { account_id: accountId, session_version: version, attempts, refusal, email } = row
      // An unproven reset must not reveal that the account exists.
      if (purpose === 'link' && accountId !== null) {
        const account = await read
          .selectFrom('account')
          .select('session_version')
          .where('id', '=', accountId)
          .executeTakeFirst()
        if (account?.session_version !== version) return null
      }
      return { accountId, attempts, refusal, email }
    },

    async isAwaited(subjectHash) {
      const row = await read
        .selectFrom('email_verification')
        .select('purpose')
        .where('subject_hash', '=', subjectHash)
        .where('expires_at_ms', '>', now())
        .executeTakeFirst()
      return row !== undefined
    },

    refuse,

    async prove(subjectHash, email) {
      let proof: Proof
      try {
        proof = await retryingConflicts(() => proveOnce(subjectHash, email))
      } catch (error) {
        // Another account was linked to the address at the same time.
        if (!isDataError(error)) throw error
        proof = { kind: 'refused', refusal: 'linkedToAnother' }
      }
      if (proof.kind === 'refused') await refuse(subjectHash, proof.refusal)
      return proof
    },

    setPassword: (verifyHash, passwordHash) =>
      retryingConflicts(() =>
        write.transaction().execute(async (tx) => {
          const row = await tx
            .deleteFrom('email_verification')
            .where('verify_hash', '=', verifyHash)
            .where('purpose', '=', 'reset')
            .where('email', 'is not', null)
            .where('expires_at_ms', '>', now())
            .returningAll()
            .executeTakeFirst()
          if (!row || row.account_id === null || row.session_version === null) return null
          const account = await tx
            .updateTable('account')
            .set((eb) => ({ password_hash: passwordHash, session_version: eb('session_version', '+', 1) }))
            .where('id', '=', row.account_id)
            .where('email', '=', row.email)
            .where('session_version', '=', row.session_version)
            .where('is_disabled', '=', 0)
            .returningAll()
            .executeTakeFirst()
          if (!account) return null
          await tx.deleteFrom('email_verification').where('account_id', '=', account.id).execute()
          return account
        }),
      ),

    // Locks the verifications first, as a proof does: a concurrent call waits and sees the result.
    unlink: (accountId) =>
      retryingConflicts(() =>
        write.transaction().execute(async (tx) => {
          await tx.deleteFrom('email_verification').where('account_id', '=', accountId).execute()
          await tx.updateTable('account').set({ email: null }).where('id', '=', accountId).execute()
        }),
      ),
  }
}
