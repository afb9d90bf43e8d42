import type { AdminUser, Pagination, ServerSettings, ServerStatus, Session } from '@otodana/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aLibrary, type TestLibrary } from '../../../test/a-library.ts'
import { aMember, call, logInAs } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { startApp, TEST_ADMIN_TOKEN, type TestApp } from '../../../test/start-app.ts'
import { aWav } from '../../../test/work-folders.ts'

type Users = { users: AdminUser[]; pagination: Pagination }
type Me = { user: Session['user']; reg: boolean }

describe.each(dialects)('administration on %s', (dialect) => {
  let library: TestLibrary
  let app: TestApp
  let token: string
  beforeAll(async () => {
    library = aLibrary({ 'RJ01000001 Rain/01.wav': aWav({ seconds: 2 }), 'RJ01000001 Rain/02.wav': new Uint8Array() })
    app = await startApp({ libraryDirs: [library.dir, '/nowhere-at-all'], dialect })
    token = (await aMember(app, 'the-admin')).token
  })
  afterAll(async () => {
    await app.close()
    library.remove()
  })

  const ask = <T>(method: string, path: string, body?: object) =>
    call<T>(app, method, `/api/admin/${path}`, { token, body })
  const me = async (by: string) => (await call<Me>(app, 'GET', '/api/auth/me', { token: by })).body
  const idOf = async (name: string) => (await ask<Users>('GET', `users?q=${name}`)).body.users[0]?.id ?? 0

  test('ADM-04 accounts are listed by name, in pages, and found by parts of it', async () => {
    await aMember(app, 'Zoe-listens')
    await aMember(app, '雨の日さん')
    const { users, pagination } = (await ask<Users>('GET', 'users')).body
    expect(users.map(({ name }) => name)).toEqual(['guest', 'the-admin', 'Zoe-listens', '雨の日さん'])
    expect(users[1]).toMatchObject({ group: 'administrator', isDisabled: false, email: null, lastLoginAt: null })
    expect(pagination.totalCount).toBe(4)
    expect((await ask<Users>('GET', 'users?page=2&pageSize=3')).body.users).toHaveLength(1)
    expect((await ask<Users>('GET', 'users?q=ZOE')).body.users.map(({ name }) => name)).toEqual(['Zoe-listens'])
    for (const nobodys of ['%25', '_', '%5C', "'"]) {
      expect((await ask<Users>('GET', `users?q=${nobodys}`)).body.pagination.totalCount, nobodys).toBe(0)
    }
  })

  test('ADM-04 a disabled account is out at once, and comes in again when it is enabled', async () => {
    const { token: theirs } = await aMember(app, 'trouble')
    const id = await idOf('trouble')
    expect((await ask<AdminUser>('PUT', `users/${id}`, { isDisabled: true })).body.isDisabled).toBe(true)
    expect((await me(theirs)).user.loggedIn).toBe(false)
    await expect(logInAs(app, 'trouble')).rejects.toThrow('auth.disabled')
    await ask('PUT', `users/${id}`, { isDisabled: false })
    expect((await me(theirs)).user.loggedIn).toBe(false)
    expect((await logInAs(app, 'trouble')).user.name).toBe('trouble')
  })

  test('ADM-04 an administrator makes another, who may do the same from then on', async () => {
    const { token: theirs } = await aMember(app, 'deputy')
    const asDeputy = () => call(app, 'GET', '/api/admin/users', { token: theirs })
    expect((await asDeputy()).status).toBe(403)
    const id = await idOf('deputy')
    await ask('PUT', `users/${id}`, { group: 'administrator' })
    expect((await asDeputy()).status).toBe(200)
    await ask('PUT', `users/${id}`, { group: 'user' })
    expect((await asDeputy()).status).toBe(403)
  })

  test('ADM-04 an administrator always remains, even when several leave at once', async () => {
    const id = await idOf('the-admin')
    for (const change of [{ group: 'user' }, { isDisabled: true }]) {
      expect(await ask('PUT', `users/${id}`, change)).toMatchObject({ status: 409, body: { error: 'auth.lastAdmin' } })
    }
    await aMember(app, 'second-admin')
    const second = await idOf('second-admin')
    await ask('PUT', `users/${second}`, { group: 'administrator' })
    const answers = await Promise.all([id, second].map((one) => ask('PUT', `users/${one}`, { group: 'user' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // Restore the accounts needed below.
    for (const one of [id, second]) {
      await call(app, 'PUT', `/api/admin/users/${one}`, { token: TEST_ADMIN_TOKEN, body: { group: 'administrator' } })
    }
    await ask('PUT', `users/${second}`, { group: 'user' })
  })

  test('ATH-07 ADM-04 a reset password ends the sessions and is shown once', async () => {
    const { token: theirs } = await aMember(app, 'forgetful')
    const { password } = (await ask<{ password: string }>('POST', `users/${await idOf('forgetful')}/reset-password`))
      .body
    expect(password).toMatch(/^[a-z2-9]{16}$/)
    expect((await me(theirs)).user.loggedIn).toBe(false)
    await expect(logInAs(app, 'forgetful')).rejects.toThrow('auth.wrong')
    expect((await logInAs(app, 'forgetful', password)).user.name).toBe('forgetful')
  })

  test('ADM-04 the guest cannot be changed, nor who is not there', async () => {
    const guest = await idOf('guest')
    expect((await ask('PUT', `users/${guest}`, { group: 'administrator' })).body).toEqual({ error: 'user.guest' })
    expect((await ask('POST', `users/${guest}/reset-password`)).body).toEqual({ error: 'user.guest' })
    expect((await ask('PUT', 'users/99999', { isDisabled: true })).body).toEqual({ error: 'user.notFound' })
    expect((await ask('PUT', `users/${guest}`, { group: 'guest' })).status).toBe(400)
  })

  test('ADM-04 ATH-01 registration is closed and opened while the server runs', async () => {
    const before = (await ask<ServerSettings>('GET', 'settings')).body
    expect(before).toEqual({ isRegistrationOpen: true, announcement: '' })
    expect((await ask<ServerSettings>('PUT', 'settings', { isRegistrationOpen: false })).body.isRegistrationOpen).toBe(
      false,
    )
    await expect(aMember(app, 'too-late')).rejects.toThrow('auth.registrationClosed')
    await ask('PUT', 'settings', { isRegistrationOpen: true })
    expect((await aMember(app, 'in-time')).user.name).toBe('in-time')
  })

  test('ADM-04 HLT-02 an announcement takes the place of the health’s OK until it is taken back', async () => {
    const health = async () => (await call<string>(app, 'GET', '/api/health')).body
    expect(await health()).toBe('OK')
    await ask('PUT', 'settings', { announcement: ' <b>Back at ten</b> ' })
    expect(await health()).toBe('<b>Back at ten</b>')
    const { headers } = await call(app, 'GET', '/api/health')
    expect(headers.get('content-type')).toContain('text/html')
    // Opened as a page it is sandboxed: no scripts, no requests, no access to this origin.
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/)
    await ask('PUT', 'settings', { announcement: '' })
    expect(await health()).toBe('OK')
    expect((await ask('PUT', 'settings', { announcement: 'x'.repeat(10_001) })).status).toBe(400)
  })

  test('ADM-04 the status tells of disks, database, library and jobs; a mount that is away has no numbers', async () => {
    const { body } = await ask<ServerStatus>('GET', 'status')
    expect(body).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      database: { kind: dialect },
      library: { works: 1, missingWorks: 0, files: 2 },
      // One file system is listed once, with all its folders.
      disks: [
        {
          folders: [
            { path: app.config.dataDir, use: 'data' },
            { path: library.dir, use: 'library' },
          ],
        },
        { folders: [{ path: '/nowhere-at-all', use: 'library' }], freeBytes: null, totalBytes: null },
      ],
    })
    expect(body.database.sizeBytes).toBeGreaterThan(10_000)
    expect(body.disks[0]?.freeBytes).toBeGreaterThan(0)
    expect(body.library.problems).toBeGreaterThan(0)
  })

  test('RUN-15 the guest does not count as an account', async () => {
    const { users } = (await ask<Users>('GET', 'users')).body
    expect(users.map(({ name }) => name)).toContain('guest')
    expect((await ask<ServerStatus>('GET', 'status')).body.accounts).toBe(users.length - 1)
  })

  test('ADM-04 jobs that have failed for good are listed and can be retried', async () => {
    const job = { kind: 'test', key: 'a', data: '{}', priority: 0, run_at_ms: 0, max_attempts: 3, progress: 0 }
    await app.database.write
      .insertInto('job')
      .values({ ...job, state: 'failed', attempts: 3, error: 'It broke', holder: null, lease_until_ms: null })
      .execute()
    expect((await ask<{ jobs: object[] }>('GET', 'jobs/failed')).body.jobs).toMatchObject([
      { kind: 'test', key: 'a', attempts: 3, error: 'It broke' },
    ])
    expect((await ask('POST', 'jobs/retry')).body).toEqual({ retried: 1 })
    expect((await ask<{ jobs: object[] }>('GET', 'jobs/failed')).body.jobs).toEqual([])
    expect((await ask<ServerStatus>('GET', 'status')).body.jobs).toContainEqual({
      kind: 'test',
      state: 'ready',
      count: 1,
    })
  })

  test('ATH-07 ADM-04 what happened to accounts can be read, the latest first', async () => {
    const { events } = (await ask<{ events: { id: number; kind: string }[] }>('GET', 'security-events?limit=3')).body
    expect(events).toHaveLength(3)
    expect(events[0]).toMatchObject({ kind: 'settingChanged', name: 'the-admin', address: '127.0.0.1' })
    const older = await ask<{ events: { id: number }[] }>('GET', `security-events?before=${events[2]?.id}&limit=200`)
    expect(Math.max(...older.body.events.map(({ id }) => id))).toBeLessThan(events[2]?.id ?? 0)
  })

  test('ATH-07 ADM-04 it is on record which administrator changed an account, and from where', async () => {
    await aMember(app, 'changed-by')
    const id = await idOf('changed-by')
    await ask('PUT', `users/${id}`, { isDisabled: true })
    await call(app, 'POST', `/api/admin/users/${id}/reset-password`, { token: TEST_ADMIN_TOKEN })
    const { events } = (await ask<{ events: object[] }>('GET', 'security-events?limit=3')).body
    const address = '127.0.0.1'
    expect(events).toMatchObject([
      { kind: 'passwordReset', name: 'changed-by', by: 'admin-token', address },
      { kind: 'accountDisabled', name: 'changed-by', by: 'the-admin', address },
      { kind: 'registered', name: 'changed-by', by: null },
    ])
  })

  test('ATH-07 ADM-04 an administrator’s own changes name no other actor', async () => {
    const { token: theirs } = await aMember(app, 'stepping-down')
    const id = await idOf('stepping-down')
    await ask('PUT', `users/${id}`, { group: 'administrator' })
    const answer = await call(app, 'PUT', `/api/admin/users/${id}`, { token: theirs, body: { group: 'user' } })
    expect(answer.status).toBe(200)
    const { events } = (await ask<{ events: object[] }>('GET', 'security-events?limit=2')).body
    expect(events).toMatchObject([
      { kind: 'groupChanged', name: 'stepping-down', by: null },
      { kind: 'groupChanged', name: 'stepping-down', by: 'the-admin' },
    ])
  })
})
