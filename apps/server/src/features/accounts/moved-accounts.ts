import { randomBytes } from 'node:crypto'

import { NewName } from '@otodana/contract'

import type { Database } from '#db/open.ts'

import { accountKey } from './account-key.ts'
import { type AccountRow, createAccountRepository } from './accounts.repository.ts'
import { OFFICIAL_NAMES, RESERVED_NAMES } from './official-names.ts'
import { createPasswords, isMoved, isMovedWith } from './passwords.ts'

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
   * @param password  null: {@link setPassword} sets it later, or an administrator sets another
   * @returns null if the name was taken meanwhile
   */
  add(name: string, password: MovedPassword | null): Promise<AccountRow | null>
  /**
   * Whether {@link setPassword} may set the password from there: it is not known, or only with another secret, and since then
   * the member has not logged in and no other password was set.
   */
  lacksPassword(account: AccountRow, secret: string): boolean
  setPassword(account: AccountRow, password: MovedPassword): Promise<void>
}

/** No password has a random digest; that it is a moved one tells it from a password that was set here. */
const unknownPassword = (): MovedPassword => ({
  md5: randomBytes(16).toString('hex'),
  secret: randomBytes(16).toString('hex'),
})

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
      // With a list of a megabyte, for few calls.
      const { looksLike, looksLikeOfficial, mixesScripts } = await import('./look-alike.ts')
      if (mixesScripts(name)) return 'The name mixes scripts with letters that look alike'
      if (looksLikeOfficial(name, [...RESERVED_NAMES, ...OFFICIAL_NAMES])) return 'The name looks like a reserved one'
      const isAlike = looksLike(name)
      const alike = (await accounts.names()).find((other) => isAlike(other.name))
      return alike ? `The name looks like that of "${alike.name}"` : null
    },

    async add(name, password) {
      const { md5, secret } = password ?? unknownPassword()
      const passwordHash = await passwords.hashMoved(md5, secret, OPERATOR)
      const account = { name: name.trim(), nameKey: accountKey(name), passwordHash, recommenderUuid: null }
      const added = await accounts.addMember(account, { mayBeFirst: false })
      return typeof added === 'string' ? null : added
    },

    lacksPassword: ({ last_login_at_ms: lastLogin, password_hash: hash }, secret) =>
      lastLogin === null && isMoved(hash) && !isMovedWith(hash, secret),

    async setPassword(account, { md5, secret }) {
      await accounts.rehash(account, await passwords.hashMoved(md5, secret, OPERATOR))
    },
  }
}
