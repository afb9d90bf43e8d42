import { createHash } from 'node:crypto'

import { type AppPassword, MAX_APP_PASSWORDS } from '@otodana/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import type { Accounts } from '#features/accounts/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { Account } from '#http/gate.ts'
import { createLimits } from '#http/limits/limits.ts'

import { aMember, call } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { startApp, TEST_ADMIN_TOKEN, TEST_SESSION_SECRET, type TestApp } from '../../../test/start-app.ts'

import { createAppPasswordRepository } from './app-passwords.repository.ts'
import { type AppLogin, type AppPasswords, createAppPasswords } from './app-passwords.service.ts'
import { createSealer, newSecret } from './app-secrets.ts'

type Made = { secret: string; appPassword: AppPassword }

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

describe.each(dialects)('app passwords on %s', (dialect) => {
  let app: TestApp
  /** As another process with this database checks them. */
  let apps: AppPasswords
  const events: unknown[] = []
  beforeAll(async () => {
    app = await startApp({ libraryDirs: [], dialect, scan: false })
    const provePassword = () => Promise.reject(new Error('checks no account’s password'))
    apps = createAppPasswords({ ...deps(), accounts: { provePassword } })
  })
  afterAll(() => app.close())

  const deps = () => ({
    repository: createAppPasswordRepository(app.database),
    sealer: createSealer(TEST_SESSION_SECRET),
    limits: createLimits(null),
    audit: { record: async (event: unknown) => void events.push(event), list: () => Promise.resolve([]) },
  })
  const create = (token: string, name: string, password: string) =>
    call<Made>(app, 'POST', '/api/auth/app-passwords', { token, body: { name, password } })
  const list = async (token: string) =>
    (await call<{ appPasswords: AppPassword[] }>(app, 'GET', '/api/auth/app-passwords', { token })).body.appPasswords
  const at = (app_: string | null, address = '192.0.2.7') => ({ address, app: app_ })

  test('APP-01 a member makes one with the account’s password, sees it once, and sees when an app used it last', async () => {
    const { token, user } = await aMember(app, 'listener')
    expect((await create(token, 'Phone', 'not it')).body).toMatchObject({ error: 'auth.wrongPassword' })
    for (const name of ['  ', 'Pho\0ne', 'Pho\nne']) {
      expect((await create(token, name, 'listener-secret')).status).toBe(400)
    }
    expect(await apps.exist()).toBe(false)
    const { body: made } = await create(token, ' Phone ', 'listener-secret')
    expect(made.secret).toMatch(/^[a-hjkmnp-z2-9]{5}(-[a-hjkmnp-z2-9]{5}){3}$/)
    expect(made.appPassword).toMatchObject({ name: 'Phone', lastUsedAt: null, lastUsedBy: null })
    expect(await list(token)).toEqual([made.appPassword])
    expect(await apps.exist()).toBe(true)

    const login = { kind: 'password', name: 'LISTENER', secret: made.secret } as const
    expect(await apps.accountOf(login, at('Symfonium'))).toEqual({
      id: user.id,
      name: 'listener',
      group: 'administrator',
    })
    const [used] = await list(token)
    expect(used).toMatchObject({ lastUsedBy: 'Symfonium' })
    expect(Date.parse(used?.lastUsedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    const { body: exported } = await call(app, 'GET', '/api/auth/export', { token })
    expect(exported).toMatchObject({ appPasswords: [{ name: 'Phone', lastUsedBy: 'Symfonium' }] })
    expect(JSON.stringify(exported)).not.toContain(made.secret)
  })

  test('APP-02 it opens as a password, signed with a salt, and as a key; never for another name', async () => {
    const { token } = await aMember(app, 'signer')
    const { secret } = (await create(token, 'TV', 'signer-secret')).body
    await create(token, 'Radio', 'signer-secret')
    const name = 'signer'
    const salt = 'c19b2d'
    for (const login of [
      { kind: 'password', name, secret },
      { kind: 'signed', name, token: md5(secret + salt), salt },
      { kind: 'signed', name, token: md5(secret + salt).toUpperCase(), salt },
      { kind: 'key', secret },
    ] as const) {
      expect(await apps.accountOf(login, at(null)), login.kind).toMatchObject({ name })
    }
    for (const login of [
      { kind: 'password', name: 'listener', secret },
      { kind: 'password', name, secret: 'signer-secret' },
      { kind: 'signed', name, token: md5(secret + salt), salt: 'other' },
      { kind: 'signed', name, token: '', salt },
      { kind: 'signed', name, token: `${md5(secret + salt)}zz`, salt },
      { kind: 'signed', name: 'listener', token: md5(secret + salt), salt },
      { kind: 'key', secret: 'signer-secret' },
    ] as const) {
      await expect(apps.accountOf(login, at(null)), JSON.stringify(login)).rejects.toThrow('auth.wrong')
    }
  })

  test('APP-03 it ends when it is revoked, with the account’s sessions, and while the account is disabled', async () => {
    const { token, user } = await aMember(app, 'leaver')
    const first = (await create(token, 'One', 'leaver-secret')).body
    const second = (await create(token, 'Two', 'leaver-secret')).body
    const admits = ({ secret }: Made) =>
      apps.accountOf({ kind: 'key', secret }, at(null, '192.0.2.30')).then(
        () => true,
        () => false,
      )
    const revoke = (id: number, as = token) => call(app, 'DELETE', `/api/auth/app-passwords/${id}`, { token: as })
    const other = await aMember(app, 'other-member')
    expect((await revoke(first.appPassword.id, other.token)).body).toEqual({ error: 'app.notFound' })
    expect((await revoke(9_999_999_999)).body).toEqual({ error: 'app.notFound' })
    expect((await revoke(first.appPassword.id)).body).toEqual({ appPasswords: [second.appPassword] })
    expect([await admits(first), await admits(second)]).toEqual([false, true])

    const disable = (isDisabled: boolean) =>
      call(app, 'PUT', `/api/admin/users/${user.id}`, { token: TEST_ADMIN_TOKEN, body: { isDisabled } })
    expect((await disable(true)).status).toBe(200)
    expect(await admits(second)).toBe(false)
    await disable(false)
    const { body } = await call<{ token: string }>(app, 'POST', '/api/auth/me', {
      body: { name: 'leaver', password: 'leaver-secret' },
    })
    const third = (await create(body.token, 'Three', 'leaver-secret')).body
    expect(await admits(third)).toBe(true)
    const ended = await call<{ token: string }>(app, 'POST', '/api/auth/end-other-sessions', { token: body.token })
    expect(ended.status).toBe(200)
    expect(await admits(third)).toBe(false)
    expect(await list(ended.body.token)).toEqual([])
  })

  test('APP-04 the database has no secret that can be read without the server’s', async () => {
    const { token } = await aMember(app, 'keeper')
    const { secret } = (await create(token, 'Car', 'keeper-secret')).body
    const rows = await app.database.read.selectFrom('app_password').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    const sealed = rows.at(-1)?.sealed_secret ?? ''
    expect(createSealer('x'.repeat(32)).open(sealed)).toBeNull()
    for (const damaged of ['', 'AAAA', sealed.slice(0, -4), `${sealed}AAAA`]) {
      expect(createSealer('x'.repeat(32)).open(damaged)).toBeNull()
    }
  })

  test('APP-05 an account has 20; others are refused, and guests have none', async () => {
    const { token } = await aMember(app, 'collector')
    await call(app, 'POST', '/api/auth/app-passwords', { token, body: { name: 'x'.repeat(61), password: 'x' } })
    const made = await Promise.all(
      Array.from({ length: MAX_APP_PASSWORDS + 2 }, (_, index) => create(token, `App ${index}`, 'collector-secret')),
    )
    expect(made.filter(({ status }) => status === 200)).toHaveLength(MAX_APP_PASSWORDS)
    expect(made.filter(({ status }) => status === 409)).toHaveLength(2)
    expect(await list(token)).toHaveLength(MAX_APP_PASSWORDS)
  })

  test('APP-06 after 20 wrong logins for a name from one network not even the right one opens; other names and networks do', async () => {
    const { token } = await aMember(app, 'target')
    const { secret } = (await create(token, 'Phone', 'target-secret')).body
    const { token: other } = await aMember(app, 'housemate')
    const { secret: theirs } = (await create(other, 'Phone', 'housemate-secret')).body
    const right = { kind: 'password', name: 'target', secret } as const
    const from = (login: AppLogin, address: string) => apps.accountOf(login, at(null, address))
    events.length = 0
    for (let n = 0; n < 20; n++) {
      const name = n % 2 === 0 ? 'target' : 'TARGET'
      await expect(from({ kind: 'password', name, secret: newSecret() }, '192.0.2.60')).rejects.toThrow('auth.wrong')
    }
    expect(events).toEqual([{ kind: 'tooManyTries', accountId: null, name: 'TARGET', address: '192.0.2.60' }])
    // Also as signed, and however often it is tried.
    const signed = { kind: 'signed', name: 'target', token: md5(`${secret}a`), salt: 'a' } as const
    for (let n = 0; n < 300; n++) await expect(from(right, '192.0.2.60')).rejects.toThrow('request.tooMany')
    await expect(from(signed, '192.0.2.60')).rejects.toThrow('request.tooMany')
    expect(await from({ kind: 'password', name: 'housemate', secret: theirs }, '192.0.2.60')).toMatchObject({
      name: 'housemate',
    })
    expect(await from({ kind: 'key', secret }, '192.0.2.60')).toMatchObject({ name: 'target' })
    expect(await from(right, '192.0.2.61')).toMatchObject({ name: 'target' })
    expect(events).toHaveLength(1)
  })

  test('APP-06 a network that tries many names and keys is refused after 200', async () => {
    const { token } = await aMember(app, 'neighbour')
    const { secret } = (await create(token, 'Phone', 'neighbour-secret')).body
    for (let n = 0; n < 200; n++) {
      const guess = n % 2 === 0 ? ({ kind: 'password', name: `name ${n}` } as const) : ({ kind: 'key' } as const)
      const wrong = apps.accountOf({ ...guess, secret: newSecret() }, at(null, '192.0.2.70'))
      await expect(wrong).rejects.toThrow('auth.wrong')
    }
    const right = { kind: 'key', secret } as const
    await expect(apps.accountOf(right, at(null, '192.0.2.70'))).rejects.toThrow('request.tooMany')
    expect(await apps.accountOf(right, at(null, '192.0.2.71'))).toMatchObject({ name: 'neighbour' })
  })

  test('SUBS-05 one that is made is reported, and one that is refused is not', async () => {
    const { user } = await aMember(app, 'reporter')
    const made = vi.fn<() => void>()
    const provePassword = vi.fn<Accounts['provePassword']>().mockRejectedValueOnce(new AppError('auth.wrongPassword'))
    const reporting = createAppPasswords({ ...deps(), accounts: { provePassword } })
    reporting.onCreated(made)
    const account: Account = { id: user.id!, name: 'reporter', group: 'user' }
    const attempt = { address: '192.0.2.7' }
    await expect(reporting.create(account, { name: 'Phone', password: 'not it' }, attempt)).rejects.toThrow()
    expect(made).not.toHaveBeenCalled()
    provePassword.mockResolvedValue({ session_version: 0 } as never)
    await reporting.create(account, { name: 'Phone', password: 'right' }, attempt)
    expect(made).toHaveBeenCalledOnce()
  })
})

test('APP-04 what was sealed opens with the same secret', () => {
  const secret = newSecret()
  expect(createSealer('x'.repeat(32)).open(createSealer('x'.repeat(32)).seal(secret))).toBe(secret)
})
