import { MAX_KIKOERU_USERS } from '@otodana/contract'

import type { ForeignRow } from '#db/foreign-sqlite.ts'
import type { Database } from '#db/open.ts'
import { createMovedAccounts, type MovedPassword } from '#features/accounts/index.ts'

import { isMovedAccount, noteMovedAccount } from '../members/moved-in.ts'
import { ADMIN, isDefaultPassword, isReadablePassword } from './kikoeru-passwords.ts'
import { type ReportRow, rowName } from './report.ts'
import { TakeOverError } from './take-over-error.ts'

export type UserOptions = {
  /** kikoeru's `md5secret`; null: unknown, so no password can be taken over. */
  secret: string | null
  /** Our account for `admin`; null: the only administrator. */
  owner: string | null
  /** Our accounts for other users, by their names there. */
  renamed: ReadonlyMap<string, string>
  dryRun: boolean
}

/** The account that a user's data go to; the id is null if a dry run would add it. */
export type Target = { accountId: number | null } | { refusal: string }

/** Finds or adds the accounts of kikoeru's users. */
export function createUsers(database: Database, { secret, owner, renamed, dryRun }: UserOptions) {
  const accounts = createMovedAccounts(database)
  const targets = new Map<string, Target>()

  /** Accounts here that were named for users there, by the users' names. */
  const named = new Map<string, { accountId: number; name: string }>()

  async function nameAccounts(): Promise<void> {
    const wanted = new Map(renamed)
    if (owner !== null && !renamed.has(ADMIN)) wanted.set(ADMIN, owner)
    const unknown: string[] = []
    for (const [user, name] of wanted) {
      const account = await accounts.find(name)
      if (!account || account.account_group === 'guest') unknown.push(`"${name}" (for "${rowName(user)}")`)
      else named.set(user, { accountId: account.id, name: account.name })
    }
    if (unknown.length > 0) throw new TakeOverError('account', `No account here is named ${unknown.join(' or ')}`)
  }

  async function findOwner(): Promise<void> {
    const only = await accounts.onlyAdministrator()
    if (only) return void named.set(ADMIN, { accountId: only.id, name: only.name })
    throw new TakeOverError(
      'owner',
      'Name the owner\'s account with --owner: there is no administrator, or there are several. kikoeru files everything under "admin" if it runs without logins',
    )
  }

  async function add(name: string, { password: md5, group }: ForeignRow): Promise<[Target, ReportRow]> {
    const row = { kind: 'account', name: rowName(name) } as const
    const account = await accounts.find(name)
    if (account?.account_group === 'guest' || group === 'guest') {
      return skipped(row, 'The shared guest account is not imported')
    }
    if (account && !(await isMovedAccount(database, account.id, name))) {
      return skipped(row, "An account here has this name, and may be someone else's; if not, map the two (--user)")
    }
    const password = passwordOf(name, md5, secret)
    if (account) {
      const target = { accountId: account.id }
      if (secret === null || !accounts.lacksPassword(account, secret)) return [target, { ...row, outcome: 'same' }]
      if (typeof password === 'string') return [target, { ...row, outcome: 'same', reason: toSet(password) }]
      if (!dryRun) await accounts.setPassword(account, password)
      return [target, { ...row, outcome: 'changed' }]
    }
    const refusal = await accounts.refusal(name)
    if (refusal !== null) return skipped(row, `${refusal}; name an account here for it (--user)`)
    const added = dryRun ? null : await accounts.add(name, typeof password === 'string' ? null : password)
    if (!dryRun && !added) return skipped(row, 'The name was taken in the meantime')
    if (added) await noteMovedAccount(database, added.id, name)
    const notes = [
      ...(typeof password === 'string' ? [toSet(password)] : []),
      ...(group === 'administrator' ? ['it is a member here, not an administrator'] : []),
    ]
    const reason = notes.length > 0 ? { reason: notes.join('; ') } : {}
    return [{ accountId: added?.id ?? null }, { ...row, outcome: 'new', ...reason }]
  }

  return {
    /**
     * Finds the accounts that users are mapped to, before anything is written.
     *
     * @param has  whether a user is there
     * @throws {TakeOverError} an account is not here, a mapped user is not there, or the owner is not known
     */
    async prepare(has: (name: string) => boolean): Promise<void> {
      const lacking = [...renamed.keys()].filter((name) => !has(name)).map((name) => `"${rowName(name)}"`)
      if (lacking.length > 0) throw new TakeOverError('user', `kikoeru has no user named ${lacking.join(' or ')}`)
      await nameAccounts()
      if (has(ADMIN) && !named.has(ADMIN)) await findOwner()
    },

    /** Takes over one user. */
    async take(user: ForeignRow): Promise<ReportRow> {
      const { name: given } = user
      const row = { kind: 'account', name: rowName(given) } as const
      if (typeof given !== 'string' || given === '') return { ...row, outcome: 'skipped', reason: 'It has no name' }
      if (targets.size >= MAX_KIKOERU_USERS) {
        return { ...row, outcome: 'skipped', reason: `More than ${MAX_KIKOERU_USERS.toLocaleString('en')} accounts` }
      }
      const account = named.get(given)
      if (account) {
        targets.set(given, account)
        return { ...row, outcome: 'same', reason: `it is ${account.name} here` }
      }
      const [target, report] = await add(given, user)
      targets.set(given, target)
      return report
    },

    targetOf: (name: string): Target => targets.get(name) ?? { refusal: 'Its account is not in the database' },
  }
}

function skipped(row: Pick<ReportRow, 'kind' | 'name'>, reason: string): [Target, ReportRow] {
  return [{ refusal: 'Its account is not imported' }, { ...row, outcome: 'skipped', reason }]
}

/** @param why  the password is not taken over */
function toSet(why: string): string {
  return `${why}: set a new one for it`
}

/** @returns why it is not taken over, if it is not */
function passwordOf(name: string, md5: unknown, secret: string | null): MovedPassword | string {
  if (secret === null) return 'Its password cannot be read without md5secret'
  if (!isReadablePassword(md5)) return 'Its password is not readable'
  if (isDefaultPassword(name, md5, secret)) return 'Its password is a default one'
  return { md5: md5.toLowerCase(), secret }
}
