import { randomInt } from 'node:crypto'

import type { AccountGroup, AdminUser, SecurityEventKind } from '@otodana/contract'
import { sql } from 'kysely'

import { lockTable } from '#db/dialect.ts'
import type { Database, Db } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'
import { AppError } from '#http/errors/app-error.ts'
import { networkOf } from '#http/visitor/network-of.ts'

import { accountKey } from './account-key.ts'
import type { AccountRow } from './accounts.repository.ts'
import type { AuditLog } from './audit-log.ts'
import type { Passwords } from './passwords.ts'

type UserChange = { group?: Exclude<AccountGroup, 'guest'> | undefined; isDisabled?: boolean | undefined }

/** The user who makes a change, for the audit log. */
export type Actor = {
  /** null: the holder of the server's own token. */
  accountId: number | null
  name: string
  address: string
}

export type AccountAdmin = {
  all(): Promise<AdminUser[]>
  find(name: string): Promise<AdminUser | null>
  /** Sorted by name. */
  list(page: { text: string; offset: number; limit: number }): Promise<{ users: AdminUser[]; total: number }>
  /** @throws {AppError} `user.notFound`, `user.guest`, `auth.lastAdmin`: no account could undo the change */
  edit(id: number, change: UserChange, actor: Actor): Promise<AdminUser>
  /**
   * @returns the new password
   * @throws {AppError} `user.notFound`, `user.guest`
   */
  resetPassword(id: number, actor: Actor): Promise<string>
}

type Deps = { database: Database; passwords: Passwords; audit: AuditLog }

/** Letters that are not confused when read aloud. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const PASSWORD_LENGTH = 16

/** Changes that administrators make to other accounts. */
export function createAccountAdmin({ database, passwords, audit }: Deps): AccountAdmin {
  const { dialect, read, write } = database

  async function changed(id: number, change: (tx: Db, row: AccountRow) => Promise<AccountRow>): Promise<AccountRow> {
    return retryingConflicts(() =>
      write.transaction().execute(async (tx) => {
        // Locked before the first write: two transactions that had both written would deadlock.
        await lockTable(tx, dialect, 'account')
        // On SQLite only a write locks, even one that changes nothing.
        await tx
          .updateTable('account')
          .set((eb) => ({ is_disabled: eb.ref('is_disabled') }))
          .where('id', '=', id)
          .execute()
        const row = await tx.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
        if (!row) throw new AppError('user.notFound')
        if (row.account_group === 'guest') throw new AppError('user.guest')
        return change(tx, row)
      }),
    )
  }

  async function keepAnAdmin(tx: Db): Promise<void> {
    const admin = await tx
      .selectFrom('account')
      .select('id')
      .where('account_group', '=', 'administrator')
      .where('is_disabled', '=', 0)
      .executeTakeFirst()
    if (!admin) throw new AppError('auth.lastAdmin')
  }

  const record = (kind: SecurityEventKind, row: AccountRow, { accountId, name, address }: Actor) =>
    audit.record({ kind, accountId: row.id, name: row.name, ...(accountId === row.id ? {} : { by: name }), address })

  return {
    async all() {
      return (await read.selectFrom('account').selectAll().orderBy('name_key').execute()).map(toAdminUser)
    },

    async find(name) {
      const row = await read
        .selectFrom('account')
        .selectAll()
        .where('name_key', '=', accountKey(name))
        .executeTakeFirst()
      return row ? toAdminUser(row) : null
    },

    async list({ text, offset, limit }) {
      const key = accountKey(text).replace(/[\\%_]/g, '\\$&')
      const matching = read
        .selectFrom('account')
        .$if(key !== '', (query) => query.where(sql<boolean>`name_key like ${`%${key}%`} escape '\\'`))
      const [counted, rows] = await Promise.all([
        matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
        matching.selectAll().orderBy('name_key').offset(offset).limit(limit).execute(),
      ])
      return { users: rows.map(toAdminUser), total: counted.total }
    },

    async edit(id, { group, isDisabled }, actor) {
      const kinds: SecurityEventKind[] = []
      const row = await changed(id, async (tx, before) => {
        kinds.length = 0
        const wasDisabled = before.is_disabled === 1
        if (group !== undefined && group !== before.account_group) kinds.push('groupChanged')
        if (isDisabled !== undefined && isDisabled !== wasDisabled) {
          kinds.push(isDisabled ? 'accountDisabled' : 'accountEnabled')
        }
        const after = await tx
          .updateTable('account')
          .set((eb) => ({
            ...(group === undefined ? {} : { account_group: group }),
            ...(isDisabled === undefined ? {} : { is_disabled: isDisabled ? 1 : 0 }),
            ...(isDisabled === true && !wasDisabled ? { session_version: eb('session_version', '+', 1) } : {}),
            id: eb.ref('id'),
          }))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
        await keepAnAdmin(tx)
        return after
      })
      for (const kind of kinds) await record(kind, row, actor)
      return toAdminUser(row)
    },

    async resetPassword(id, actor) {
      const password = Array.from({ length: PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
      const passwordHash = await passwords.hash(password, { network: networkOf(actor.address), standing: 'seen' })
      const row = await changed(id, (tx) =>
        tx
          .updateTable('account')
          .set((eb) => ({ password_hash: passwordHash, session_version: eb('session_version', '+', 1) }))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow(),
      )
      await record('passwordReset', row, actor)
      return password
    },
  }
}

function toAdminUser(row: AccountRow): AdminUser {
  return {
    id: row.id,
    name: row.name,
    group: row.account_group,
    isDisabled: row.is_disabled === 1,
    email: row.email,
    createdAt: new Date(row.created_at_ms).toISOString(),
    lastLoginAt: row.last_login_at_ms === null ? null : new Date(row.last_login_at_ms).toISOString(),
  }
}
