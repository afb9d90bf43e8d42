import { pino } from 'pino'
import { expect, test } from 'vitest'

import { openTestDatabase } from '../../../test/databases.ts'

import { createAccountAdmin } from './account-admin.ts'
import { createAccountRepository } from './accounts.repository.ts'
import { createAuditLog } from './audit-log.ts'
import { type Requester, createPasswords } from './passwords.ts'

test('ATH-08 a password that an administrator resets queues with those of the administrator’s network', async () => {
  const database = await openTestDatabase('sqlite')
  const account = { name: 'a-member', nameKey: 'a-member', passwordHash: 'x', recommenderUuid: null }
  const member = await createAccountRepository(database).addMember(account)
  if (typeof member === 'string') throw new Error(member)
  const askers: Requester[] = []
  const passwords = createPasswords()
  const admin = createAccountAdmin({
    database,
    passwords: { ...passwords, hash: (password, asker) => (askers.push(asker), passwords.hash(password, asker)) },
    audit: createAuditLog({ database, log: pino({ level: 'silent' }) }),
  })
  await admin.resetPassword(member.id, { accountId: null, name: 'an-admin', address: '2001:db8:1:2::9' })
  expect(askers).toEqual([{ network: '2001:db8:1:2::/64', standing: 'seen' }])
  await database.remove()
})
