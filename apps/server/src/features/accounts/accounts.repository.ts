import { randomInt, randomUUID } from 'node:crypto'

import type { AccountGroup } from '@otodana/contract'
import type { Selectable } from 'kysely'

import { lockRow, lockTable, isDataError, storeIfRoom } from '#db/dialect.ts'
import type { Database, Db } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'
import type { AccountTable } from '#db/tables.ts'

export type AccountRow = Selectable<AccountTable>

/** The version grows, and is a 32-bit number in the database. */
const MAX_FIRST_VERSION = 2 ** 30

type NewAccount = {
  name: string
  nameKey: string
  passwordHash: string
  /** null: assign a new one. */
  recommenderUuid: string | null
}

/** Conditions checked before the account is added, which must still hold then. */
type Terms = {
  /** Whether it may become the administrator of a library without members; default: true. */
  mayBeFirst?: boolean
  /** Whether it may be added to a library with members; default: true. */
  mayFollow?: boolean
  /** Compares the name with those of accounts newer than `id`; older ones have been compared already. */
  compare?: { id: number; isAlike: (name: string) => boolean }
}

type NotAdded = 'nameTaken' | 'nameAlike' | 'mayNotBeFirst' | 'mayNotFollow'

export type AccountRepository = {
  find(id: number): Promise<AccountRow | null>
  findByKey(nameKey: string): Promise<AccountRow | null>
  /** Adds a member. Exactly one becomes the administrator, even when several register at once. */
  addMember(account: NewAccount, terms?: Terms): Promise<AccountRow | NotAdded>
  /** Adds the guest account unless it exists. */
  ensureGuest(account: NewAccount): Promise<void>
  /** Names of all accounts, as typed. */
  names(): Promise<{ id: number; name: string }[]>
  /** Whether any account but the guest's exists. */
  hasMembers(): Promise<boolean>
  /** Records nothing on a full disk, so that members can still log in. */
  noteLogin(id: number): Promise<void>
  /** Replaces the hash of an unchanged password, unless it was changed meanwhile or the disk is full. */
  rehash(row: AccountRow, passwordHash: string): Promise<void>
  /** Ends all sessions and, with a hash, sets the password. */
  endSessions(id: number, passwordHash?: string): Promise<AccountRow>
  /**
   * Deletes an account and its data.
   *
   * @param before  runs in the same transaction, for data that does not cascade
   * @returns false if it is the only administrator among others, and so is not deleted
   */
  remove(id: number, before: (transaction: Db) => Promise<void>): Promise<boolean>
}

export function createAccountRepository({ dialect, read, write }: Database): AccountRepository {
  const byId = (id: number) => read.selectFrom('account').selectAll().where('id', '=', id)

  async function findByKey(nameKey: string, db: Db = read): Promise<AccountRow | null> {
    return (await db.selectFrom('account').selectAll().where('name_key', '=', nameKey).executeTakeFirst()) ?? null
  }

  async function isUuidFree(uuid: string, db: Db): Promise<boolean> {
    const taken = await db.selectFrom('account').select('id').where('recommender_uuid', '=', uuid).executeTakeFirst()
    return taken === undefined
  }

  async function insert(db: Db, account: NewAccount, group: AccountGroup, isFounder: boolean): Promise<AccountRow> {
    const { name, nameKey, passwordHash, recommenderUuid: wished } = account
    return db
      .insertInto('account')
      .values({
        name,
        name_key: nameKey,
        password_hash: passwordHash,
        account_group: group,
        is_founder: isFounder ? 1 : 0,
        // Random, so that tokens of a lost database do not match accounts of this one.
        session_version: randomInt(1, MAX_FIRST_VERSION),
        recommender_uuid: wished !== null && (await isUuidFree(wished, db)) ? wished : randomUUID(),
        created_at_ms: Date.now(),
        last_login_at_ms: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  async function hasMembers(db: Db = read): Promise<boolean> {
    const member = await db.selectFrom('account').select('id').where('account_group', '!=', 'guest').executeTakeFirst()
    return member !== undefined
  }

  return {
    async find(id) {
      return (await byId(id).executeTakeFirst()) ?? null
    },
    findByKey: (nameKey) => findByKey(nameKey),
    hasMembers: () => hasMembers(),
    names: () => read.selectFrom('account').select(['id', 'name']).execute(),

    addMember: (account, { mayBeFirst = true, mayFollow = true, compare } = {}) =>
      retryingConflicts(() =>
        write.transaction().execute(async (tx): Promise<AccountRow | NotAdded> => {
          // On SQLite, a transaction that has read fails if another process writes before it does; it is then run
          // again.
          await lockTable(tx, dialect, 'account')
          if (await findByKey(account.nameKey, tx)) return 'nameTaken'
          const isFirst = !(await hasMembers(tx))
          if (isFirst && !mayBeFirst) return 'mayNotBeFirst'
          if (!isFirst && !mayFollow) return 'mayNotFollow'
          if (compare) {
            const newer = await tx.selectFrom('account').select('name').where('id', '>', compare.id).execute()
            if (newer.some(({ name }) => compare.isAlike(name))) return 'nameAlike'
          }
          return insert(tx, account, isFirst ? 'administrator' : 'user', isFirst)
        }),
      ),

    async ensureGuest(account) {
      const guest = await findByKey(account.nameKey)
      if (guest?.account_group === 'guest') return
      if (guest) throw new Error(`The name ${account.name} belongs to a member`)
      try {
        await insert(write, account, 'guest', false)
      } catch (error) {
        // Two processes started at once.
        if (!isDataError(error) || !(await findByKey(account.nameKey))) throw error
      }
    },

    async noteLogin(id) {
      const login = write.updateTable('account').set({ last_login_at_ms: Date.now() }).where('id', '=', id)
      await storeIfRoom(() => login.execute())
    },

    async rehash(row, passwordHash) {
      const change = write
        .updateTable('account')
        .set({ password_hash: passwordHash })
        .where('id', '=', row.id)
        .where('password_hash', '=', row.password_hash)
      await storeIfRoom(() => change.execute())
    },

    endSessions: (id, passwordHash) =>
      write
        .updateTable('account')
        .set((eb) => ({
          session_version: eb('session_version', '+', 1),
          ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
        }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),

    remove: (id, before) =>
      retryingConflicts(() =>
        write.transaction().execute(async (tx) => {
          await lockTable(tx, dialect, 'account')
          // On SQLite only a write locks, even one that changes nothing.
          await tx
            .updateTable('account')
            .set((eb) => ({ is_disabled: eb.ref('is_disabled') }))
            .where('id', '=', id)
            .execute()
          // Blocks concurrent inserts of data that belong to the account.
          await lockRow(tx, dialect, 'account', id, 'toDelete')
          const members = await tx
            .selectFrom('account')
            .select(['id', 'account_group', 'is_disabled'])
            .where('account_group', '!=', 'guest')
            .execute()
          const others = members.filter((member) => member.id !== id)
          const leaves = members.find((member) => member.id === id)
          const hasAdmin = others.some((member) => member.account_group === 'administrator' && member.is_disabled === 0)
          if (leaves?.account_group === 'administrator' && others.length > 0 && !hasAdmin) return false
          await before(tx)
          await tx.deleteFrom('account').where('id', '=', id).execute()
          return true
        }),
      ),
  }
}
