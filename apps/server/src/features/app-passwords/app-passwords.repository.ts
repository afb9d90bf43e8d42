import { type AccountGroup, type AppPassword, MAX_APP_PASSWORDS } from '@otodana/contract'

import { lockRow, storeIfRoom } from '#db/dialect.ts'
import type { Database } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'

/** One that may be used, with its account. */
export type ValidAppPassword = {
  id: number
  accountId: number
  accountName: string
  nameKey: string
  group: AccountGroup
  sealedSecret: string
  lastUsedAtMs: number | null
  lastUsedBy: string | null
}

type NewAppPassword = {
  accountId: number
  name: string
  secretHash: string
  sealedSecret: string
  /** Ending the account's sessions ends it as well. */
  sessionVersion: number
}

export type AppPasswordRepository = {
  /** Newest first. */
  list(accountId: number): Promise<AppPassword[]>
  /** Deletes those that have ended. @returns null if the account has as many as it may have */
  add(password: NewAppPassword): Promise<AppPassword | null>
  /** @returns its name; null: the account has none with this id */
  remove(accountId: number, id: number): Promise<string | null>
  findValid(secretHash: string): Promise<ValidAppPassword | null>
  listValid(nameKey: string): Promise<ValidAppPassword[]>
  hasValid(): Promise<boolean>
  noteUse(id: number, by: string | null, atMs: number): Promise<void>
}

export function createAppPasswordRepository({ dialect, read, write }: Database): AppPasswordRepository {
  const current = () =>
    read
      .selectFrom('app_password')
      .innerJoin('account', (join) =>
        join
          .onRef('account.id', '=', 'app_password.account_id')
          .onRef('account.session_version', '=', 'app_password.session_version'),
      )
      .where('account.is_disabled', '=', 0)

  const valid = () =>
    current().select([
      'app_password.id',
      'account.id as accountId',
      'account.name as accountName',
      'account.name_key as nameKey',
      'account.account_group as group',
      'app_password.sealed_secret as sealedSecret',
      'app_password.last_used_at_ms as lastUsedAtMs',
      'app_password.last_used_by as lastUsedBy',
    ])

  return {
    async list(accountId) {
      const rows = await current()
        .select([
          'app_password.id',
          'app_password.name',
          'app_password.created_at_ms',
          'app_password.last_used_at_ms',
          'app_password.last_used_by',
        ])
        .where('account.id', '=', accountId)
        .orderBy('app_password.id', 'desc')
        .execute()
      return rows.map(toAppPassword)
    },

    add: ({ accountId, name, secretHash, sealedSecret, sessionVersion }) =>
      retryingConflicts(() =>
        write.transaction().execute(async (tx) => {
          await lockRow(tx, dialect, 'account', accountId, 'toCount')
          await tx
            .deleteFrom('app_password')
            .where('account_id', '=', accountId)
            .where('session_version', '!=', sessionVersion)
            .execute()
          const { count } = await tx
            .selectFrom('app_password')
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .where('account_id', '=', accountId)
            .executeTakeFirstOrThrow()
          if (count >= MAX_APP_PASSWORDS) return null
          const row = await tx
            .insertInto('app_password')
            .values({
              account_id: accountId,
              name,
              secret_hash: secretHash,
              sealed_secret: sealedSecret,
              session_version: sessionVersion,
              created_at_ms: Date.now(),
              last_used_at_ms: null,
              last_used_by: null,
            })
            .returning(['id', 'name', 'created_at_ms', 'last_used_at_ms', 'last_used_by'])
            .executeTakeFirstOrThrow()
          return toAppPassword(row)
        }),
      ),

    async remove(accountId, id) {
      const gone = await write
        .deleteFrom('app_password')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returning('name')
        .executeTakeFirst()
      return gone?.name ?? null
    },

    async findValid(secretHash) {
      return (await valid().where('secret_hash', '=', secretHash).executeTakeFirst()) ?? null
    },

    listValid: (nameKey) => valid().where('account.name_key', '=', nameKey).execute(),
    hasValid: async () => (await valid().limit(1).executeTakeFirst()) !== undefined,

    async noteUse(id, by, atMs) {
      await storeIfRoom(() =>
        write
          .updateTable('app_password')
          .set({ last_used_at_ms: atMs, last_used_by: by })
          .where('id', '=', id)
          .execute(),
      )
    },
  }
}

type Row = {
  id: number
  name: string
  created_at_ms: number
  last_used_at_ms: number | null
  last_used_by: string | null
}

function toAppPassword(row: Row): AppPassword {
  const { id, name, created_at_ms, last_used_at_ms, last_used_by } = row
  return {
    id,
    name,
    createdAt: new Date(created_at_ms).toISOString(),
    lastUsedAt: last_used_at_ms === null ? null : new Date(last_used_at_ms).toISOString(),
    lastUsedBy: last_used_by,
  }
}
