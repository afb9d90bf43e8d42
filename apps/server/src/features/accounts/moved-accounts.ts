import { randomBytes } from 'node:crypto'

import { NewName } from '@otodana/contract'

import type { Database } from '#db/open.ts'

import { accountKey } from './account-key.ts'
import { type AccountRow, createAccountRepository } from './accounts.repository.ts'
import { looksLike, looksLikeOfficial, mixesScripts } from './look-alike.ts'
import { OFFICIAL_NAMES, RESERVED_NAMES } from './official-names.ts'
import { createPasswords, isMoved } from './passwords.ts'

/** What another program knows of a password: hex `md5(password + secret)`. */
export type MovedPassword = { md5: string; secret: string }

export type MovedAccounts = {
  find(name: string): Promise<AccountRow | null>
  /** The only administrator that is not disabled; null: none, or several. */
  onlyAdministrator(): Promise<AccountRow | null>
  /** Why no account can have the name, in a few words; null: one can. */
  refusal(name: string): Promise<string | null>
  /**
   * Adds a member, whose first login is with the password from there.
   *
   * @param password  null: an administrator has to set one
   * @returns null if the name was taken meanwhile
   */
  add(name: string, password: MovedPassword | null): Promise<AccountRow | null>
  /** Whether a member has never logged in here, and {@link setPassword} may set the password from there. */
  lacksPassword(account: AccountRow): boolean
  setPassword(account: AccountRow, password: MovedPassword): Promise<void>
}

const OPERATOR = { network: '', standing: 'member' } as const

/** Adds accounts that members had in another program. */
export function createMovedAccounts(database: Database): MovedAccounts {
  const accounts = createAccountRepository(database)
  const passwords = createPasswords()
  return {
    find: (name) => accounts.findByKey(accountKey(name)),

    async onlyAdministrator() {
      const rows = await database.read
        .selectFrom('account')
        .selectAll()
        .where('account_group', '=', 'administrator')
        .where('is_disabled', '=', 0)
        .limit(2)
        .execute()
      return rows.length === 1 ? (rows[0] ?? null) : null
    },

    async refusal(name) {
      const parsed = NewName.safeParse(name)
      if (!parsed.success) return parsed.error.issues[0]?.message ?? 'Not a valid name'
      const key = accountKey(name)
      if (RESERVED_NAMES.has(key) || OFFICIAL_NAMES.has(key)) return 'The name is reserved'
      if (mixesScripts(name)) return 'The name mixes scripts with letters that look alike'
      if (looksLikeOfficial(name, [...RESERVED_NAMES, ...OFFICIAL_NAMES])) return 'The name looks like a reserved one'
      const isAlike = looksLike(name)
      const alike = (await accounts.names()).find((other) => isAlike(other.name))
      return alike ? `The name looks like that of "${alike.name}"` : null
    },

    async add(name, password) {
      const passwordHash = password
        ? await passwords.hashMoved(password.md5, password.secret, OPERATOR)
        : await passwords.hash(randomBytes(32).toString('hex'), OPERATOR)
      const account = { name: name.trim(), nameKey: accountKey(name), passwordHash, recommenderUuid: null }
      const added = await accounts.addMember(account, { mayBeFirst: false })
      return typeof added === 'string' ? null : added
    },

    lacksPassword: (account) => account.last_login_at_ms === null && !isMoved(account.password_hash),

    async setPassword(account, { md5, secret }) {
      await accounts.rehash(account, await passwords.hashMoved(md5, secret, OPERATOR))
    },
  }
}
