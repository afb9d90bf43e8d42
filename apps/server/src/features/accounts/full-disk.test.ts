import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aMember, call } from '../../../test/accounts.ts'
import { openTestDatabase } from '../../../test/databases.ts'
import { startApp } from '../../../test/start-app.ts'
import { aFolder } from '../../../test/work-folders.ts'
import { isDiskFull } from '#db/dialect.ts'
import type { Database } from '#db/open.ts'

import { createAuditLog } from './audit-log.ts'

/** Makes SQLite fail as on a full disk. */
async function fill({ write }: Database): Promise<void> {
  await sql`pragma max_page_count = 1`.execute(write)
  const { rows } = await sql<{ limit: number }>`select max_page_count as "limit" from pragma_max_page_count`.execute(
    write,
  )
  for (let left = rows[0]!.limit; left > 0; left--) {
    try {
      await write
        .insertInto('security_event')
        .values({
          kind: 'loginFailed',
          account_id: null,
          account_name: 'x'.repeat(200),
          actor_name: null,
          address: '',
          at_ms: 0,
        })
        .execute()
    } catch (error) {
      if (isDiskFull(error)) return
      throw error
    }
  }
  throw new Error('there is room still')
}

test('ADM-12 with a full disk members log in and are answered', async () => {
  using folder = aFolder()
  const database = await openTestDatabase('sqlite')
  const app = await startApp({ libraryDirs: [folder.path], scan: false, database })
  await aMember(app, 'first-one')
  await fill(database)
  const logIn = (password: string) =>
    call<{ token: string }>(app, 'POST', '/api/auth/me', { body: { name: 'first-one', password } })
  const { status, body } = await logIn('first-one-secret')
  expect(status).toBe(200)
  expect((await call(app, 'GET', '/api/works', { token: body.token })).status).toBe(200)
  expect((await logIn('wrong-one')).status).toBe(401)
  await app.close()
  await database.remove()
})

test('ADM-12 that events are not kept is said once, until they are kept again', async () => {
  const database = await openTestDatabase('sqlite')
  const warnings: string[] = []
  const log = { info() {}, warn: (text: unknown) => void warnings.push(String(text)) }
  const audit = createAuditLog({ database, log })
  const record = () => audit.record({ kind: 'loggedIn', accountId: null, name: 'y'.repeat(100), address: '192.0.2.1' })
  await fill(database)
  for (let time = 0; time < 3; time++) await record()
  expect(warnings).toEqual([expect.stringContaining('the disk is full')])
  await sql`pragma max_page_count = 1000000`.execute(database.write)
  await record()
  expect(await audit.list(2_000_000_000, 1)).toMatchObject([{ kind: 'loggedIn' }])
  await fill(database)
  await record()
  expect(warnings).toHaveLength(2)
  await database.remove()
})
