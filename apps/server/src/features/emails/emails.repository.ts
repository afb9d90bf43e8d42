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
  /** null: there is no such account, which only the mail's sender may learn. */
  account: Pick<AccountRow, 'id' | 'session_version'> | null
  /** Where the visitor came from. */
  address: string
  expiresAtMs: number
}

export type Verification = {
  accountId: number | null
  attempts: number
  refusal: MailRefusal | null
  /** From which the mail has come; null: it has not. */
  email: string | null
}

/** What a genuine mail led to. `unknown`: none was waited for, or no longer. */
type Proof =
  | { kind: 'linked'; accountId: number; name: string; address: string }
  | { kind: 'proven' }
  | { kind: 'refused'; refusal: MailRefusal }
  | { kind: 'unknown' }

export type EmailRepository = {
  /**
   * Adds a verification and drops expired ones; of those that link an account, the latest stays.
   *
   * @param mostResets  the most pending resets, which need no login; a flood of them does not keep members from linking
   * @returns false: there are as many pending resets as allowed
   */
  add(verification: NewVerification, mostResets: number): Promise<boolean>
  /** Counts a poll; null: there is none, it has expired, or the member who began to link has no session any more. */
  ask(purpose: Purpose, verifyHash: string): Promise<Verification | null>
  /** Whether a mail with that subject is waited for. */
  isAwaited(subjectHash: string): Promise<boolean>
  /** Notes why the mail did not count. */
  refuse(subjectHash: string, refusal: MailRefusal): Promise<void>
  /** A mail has come from an address, and is genuine. */
  prove(subjectHash: string, email: string): Promise<Proof>
  /** Sets the password that was proven, once. Ends all sessions and everything else that waits for a mail of the account. */
  setPassword(verifyHash: string, passwordHash: string): Promise<AccountRow | null>
  /** Forgets the address, also where it stands beside a mail that has come. */
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

  /** Only if no login with a new password has happened since, and the account has no address. */
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
      // Written first: of two mails at once, the second waits, and sees what the first has done.
      const row = await tx
        .updateTable('email_verification')
        .set((eb) => ({ refusal: eb.ref('refusal') }))
        .where('subject_hash', '=', subjectHash)
        .where('expires_at_ms', '>', now())
        .returningAll()
        .executeTakeFirst()
      if (!row) return { kind: 'unknown' }
      // The same mail once more: its sender has not heard of the answer.
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
        // Another account was linked to the address in this moment.
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
