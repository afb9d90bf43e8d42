import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects, openTestDatabase, type TestDatabase } from '../../../test/databases.ts'

import { createServerSettings } from '#db/server-settings.ts'
import { createLimits } from '#http/limits/limits.ts'

import { createAccountRepository } from './accounts.repository.ts'
import { createAccountService } from './accounts.service.ts'
import { createAuditLog } from './audit-log.ts'
import { createKnownNetworks } from './known-networks.ts'
import { createPasswords } from './passwords.ts'
import { createSessionTokens } from './session-tokens.ts'

describe.each(dialects)('registrations that wait for their turn, on %s', (dialect) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await openTestDatabase(dialect)
  })
  afterEach(() => database.remove())

  /** A service that delays hashing while `isBusy`. */
  function aService() {
    const log = pino({ level: 'silent' })
    const passwords = createPasswords()
    const busy = { waiting: 0, until: Promise.withResolvers<void>(), isBusy: false }
    let isMarked = false
    const accounts = createAccountService({
      setupCode: null,
      config: { isRegistrationOpen: true, hasGuest: false },
      accounts: createAccountRepository(database),
      settings: createServerSettings(database),
      passwords: {
        ...passwords,
        async hash(password, asker) {
          busy.waiting++
          if (busy.isBusy) await busy.until.promise
          return passwords.hash(password, asker)
        },
      },
      tokens: createSessionTokens('the secret of this test'),
      limits: createLimits(null),
      audit: createAuditLog({ database, log }),
      networks: createKnownNetworks(database),
      mark: { isSet: () => isMarked, set: () => void (isMarked = true) },
      log,
      personalData: [],
    })
    const register = (name: string, isAdmin = false) =>
      accounts.register(
        { name, password: 'x9-unguessable', recommenderUuid: null },
        { address: '192.0.2.1' },
        { isAdmin },
      )
    /** Registers while hashing is delayed; `meanwhile` runs before any account is added. */
    const registerAtOnce = async (names: string[], meanwhile?: () => Promise<unknown>, isAdmin = false) => {
      Object.assign(busy, { waiting: 0, isBusy: true, until: Promise.withResolvers<void>() })
      const outcomes = names.map((name) =>
        register(name, isAdmin).then(
          ({ user }) => user.group,
          (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
        ),
      )
      await expect.poll(() => busy.waiting).toBe(names.length)
      await meanwhile?.()
      busy.isBusy = false
      busy.until.resolve()
      return Promise.all(outcomes)
    }
    return { register, registerAtOnce }
  }

  const deleteAll = () => database.write.deleteFrom('account').execute()

  test('ATH-09 do not make an administrator without the admin token when the only account goes meanwhile', async () => {
    const { register, registerAtOnce } = aService()
    await register('the-owner')
    expect(await registerAtOnce(['a-visitor'], deleteAll)).toEqual(['auth.adminTokenNeeded'])
    await register('the-owner', true)
    expect(await registerAtOnce(['the-next-owner'], deleteAll, true)).toEqual(['administrator'])
  })

  test('ATH-11 get no official name when another account becomes the first meanwhile', async () => {
    const { registerAtOnce } = aService()
    const outcomes = await registerAtOnce(['admin', 'moderator'])
    expect(outcomes.toSorted()).toEqual(['administrator', 'auth.nameTaken'])
  })

  test('ATH-11 get one of two names that look alike', async () => {
    const { register, registerAtOnce } = aService()
    await register('the-owner')
    const outcomes = await registerAtOnce(['Mallory', 'MaIlory', 'another'])
    expect(outcomes.toSorted()).toEqual(['auth.nameMistakable', 'user', 'user'])
  })
})
