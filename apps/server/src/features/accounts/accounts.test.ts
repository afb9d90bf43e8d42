import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { weaknessMessages, type Session } from '@otodana/contract'
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { aMember, call, logInAs } from '../../../test/accounts.ts'
import { dialects, openOldDatabase } from '../../../test/databases.ts'
import { startApp, TEST_ADMIN_TOKEN, TEST_SESSION_SECRET, type TestApp } from '../../../test/start-app.ts'

import { createAccountRepository } from './accounts.repository.ts'
import { createMovedAccounts } from './moved-accounts.ts'
import { createKnownNetworks, MAX_NETWORKS } from './known-networks.ts'

type Me = { user: Session['user']; auth: boolean; reg: boolean; guest: boolean; access: string }

const empty = mkdtempSync(join(tmpdir(), 'otodana-empty-'))
afterAll(() => rmSync(empty, { recursive: true }))

const start = (env: Record<string, string> = {}, dialect: (typeof dialects)[number] = 'sqlite') =>
  startApp({ libraryDirs: [empty], scan: false, dialect, env })
/** Hashes as servers do: races have the time that they have there. */
const startReal = (dialect: (typeof dialects)[number]) =>
  startApp({ libraryDirs: [empty], scan: false, dialect, hasCheapPasswords: false })
const me = (app: TestApp, token?: string) => call<Me>(app, 'GET', '/api/auth/me', { token })

describe.each(dialects)('accounts on %s', (dialect) => {
  let app: TestApp
  let admin: Session
  beforeAll(async () => {
    app = await start({}, dialect)
    admin = await aMember(app, 'first-one')
  })
  afterAll(() => app.close())

  test('ATH-01 ADM-04 the first account is the administrator, the next are not', async () => {
    expect(admin.user).toMatchObject({ loggedIn: true, name: 'first-one', group: 'administrator', email: null })
    expect((await aMember(app, 'second-one')).user.group).toBe('user')
  })

  test('ATH-01 of many that register at once on an empty server, one is the administrator', async () => {
    const fresh = await startReal(dialect)
    try {
      const names = Array.from({ length: 8 }, (_, index) => `racer-${index}`)
      const sessions = await Promise.all(names.map((name) => aMember(fresh, name)))
      expect(sessions.filter(({ user }) => user.group === 'administrator')).toHaveLength(1)
    } finally {
      await fresh.close()
    }
  })

  test('ATH-01 of many that register one name at once, one gets it', async () => {
    const fresh = await startReal(dialect)
    try {
      const names = ['Racing', 'racing', 'ＲＡＣＩＮＧ', ' racing ']
      const answers = await Promise.all(
        names.map((name) => call(fresh, 'POST', '/api/auth/reg', { body: { name, password: 'a-secret' } })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
      expect(answers.find(({ status }) => status === 409)?.body).toEqual({ error: 'auth.nameTaken' })
    } finally {
      await fresh.close()
    }
  })

  test('MOV-05 the first login with a password from another program stores it as ours', async () => {
    const secret = 'a secret'
    const md5 = hash('md5', `their password${secret}`, 'hex')
    const row = await createMovedAccounts(app.database).add('moved-one', { md5, secret })
    const stored = async () => (await createAccountRepository(app.database).find(row?.id ?? -1))?.password_hash
    expect(await stored()).toMatch(/^\$moved-md5/)
    for (let turn = 0; turn < 2; turn++) {
      expect((await logInAs(app, 'moved-one', 'their password')).user.name).toBe('moved-one')
      expect(await stored()).toMatch(/^\$argon2id/)
    }
  })

  test('ATH-01 API-01 OFF-61 logging in gives a real JWT with an end, and the account with its recommender id', async () => {
    const { token, user } = await logInAs(app, 'FIRST-ONE', 'first-one-secret')
    const { exp = 0, iat = 0, ...claims } = decodeJwt(token)
    expect(exp - iat).toBe(30 * 86_400)
    expect(claims).toMatchObject({ name: 'first-one', group: 'administrator' })
    expect(user.recommenderUuid).toMatch(/^[\da-f-]{36}$/)
    // A whole time, to the millisecond: with the id it tells accounts of two databases apart.
    expect(new Date(user.createdAt ?? '').toISOString()).toBe(user.createdAt)
    expect((await me(app, token)).body).toEqual({
      user,
      auth: true,
      reg: true,
      guest: true,
      access: 'public',
      mail: false,
    })
  })

  test('API-01 a form logs in as well', async () => {
    const response = await fetch(`${app.url}/api/auth/me`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'first-one', password: 'first-one-secret' }),
    })
    expect(response.status).toBe(200)
  })

  test('ATH-02 without a login the answer says so; no token, an empty or a bad one is no error', async () => {
    const nobody = { loggedIn: false, name: '', group: '', email: null, recommenderUuid: '' }
    for (const token of [undefined, '', 'nonsense']) {
      expect(await me(app, token)).toMatchObject({ status: 200, body: { user: nobody, auth: true, reg: true } })
    }
    const works = await call(app, 'GET', '/api/works', { token: 'nonsense' })
    expect(works.status).toBe(200)
  })

  test('ATH-01 the recommender id of before is taken over once', async () => {
    const recommenderUuid = '0d9a6c6e-3c0a-4a3f-9d1f-0a1b2c3d4e5f'
    const register = (name: string) =>
      call<Session>(app, 'POST', '/api/auth/reg', { body: { name, password: 'a-secret', recommenderUuid } })
    expect((await register('with-uuid')).body.user.recommenderUuid).toBe(recommenderUuid)
    expect((await register('copies-uuid')).body.user.recommenderUuid).not.toBe(recommenderUuid)
  })

  test('ATH-06 ATH-07 a changed password ends every session but the new one', async () => {
    const { token: other } = await aMember(app, 'changing', 'before')
    const { token: own } = await logInAs(app, 'changing', 'before')
    const wrong = await call(app, 'POST', '/api/auth/change-password', {
      token: own,
      body: { oldPassword: 'guessed', newPassword: 'after' },
    })
    expect(wrong).toMatchObject({ status: 403, body: { error: 'auth.wrongPassword' } })
    const changed = await call<Session>(app, 'POST', '/api/auth/change-password', {
      token: own,
      body: { oldPassword: 'before', newPassword: 'after' },
    })
    expect(changed.status).toBe(200)
    for (const token of [other, own]) expect((await me(app, token)).body.user.loggedIn).toBe(false)
    expect((await me(app, changed.body.token)).body.user.name).toBe('changing')
    await expect(logInAs(app, 'changing', 'before')).rejects.toThrow('auth.wrong')
    await logInAs(app, 'changing', 'after')
  })

  test('ATH-07 all other sessions can be ended', async () => {
    const { token: lost } = await aMember(app, 'left-behind')
    const { token } = await logInAs(app, 'left-behind')
    const answer = await call<Session>(app, 'POST', '/api/auth/end-other-sessions', { token })
    expect((await me(app, lost)).body.user.loggedIn).toBe(false)
    expect((await me(app, answer.body.token)).body.user.loggedIn).toBe(true)
  })

  test('a member takes everything along, and is gone after deleting the account', async () => {
    const { token } = await aMember(app, 'leaving')
    const exported = await call<{ account: { name: string } }>(app, 'GET', '/api/auth/export', { token })
    expect(exported.body.account).toMatchObject({ name: 'leaving', group: 'user' })
    expect(exported.headers.get('content-disposition')).toContain('attachment')
    const remove = (password: string) => call(app, 'POST', '/api/auth/delete-account', { token, body: { password } })
    expect(await remove('guessed')).toMatchObject({ status: 403, body: { error: 'auth.wrongPassword' } })
    expect((await remove('leaving-secret')).body).toEqual({ deleted: true })
    expect(await remove('leaving-secret')).toMatchObject({ status: 401, body: { error: 'invalid token' } })
    await expect(logInAs(app, 'leaving')).rejects.toThrow('auth.wrong')
    expect((await aMember(app, 'leaving')).user.group).toBe('user')
  })

  test('the only administrator cannot leave the others alone', async () => {
    const { token } = await logInAs(app, 'first-one')
    const body = { password: 'first-one-secret' }
    const answer = await call(app, 'POST', '/api/auth/delete-account', { token, body })
    expect(answer).toMatchObject({ status: 409, body: { error: 'auth.lastAdmin' } })
    expect((await me(app, token)).body.user.loggedIn).toBe(true)
  })

  test('ATH-07 what happens to accounts is on record', async () => {
    await aMember(app, 'on-record')
    const body = { name: 'on-record', password: 'guessed' }
    await call(app, 'POST', '/api/auth/me', { body, address: '192.0.2.7' })
    const events = await app.database.read
      .selectFrom('security_event')
      .select(['kind', 'address'])
      .where('account_name', '=', 'on-record')
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { kind: 'registered', address: expect.stringMatching(/^10\./) },
      { kind: 'loginFailed', address: '192.0.2.7' },
    ])
  })

  test('ATH-07 passwords are kept as argon2id and nothing else', async () => {
    const real = await startReal(dialect)
    try {
      const { token } = await aMember(real, 'first-one')
      await aMember(real, 'second-one')
      const md5 = hash('md5', 'their password', 'hex')
      await createMovedAccounts(real.database).add('moved-one', { md5, secret: '' })
      await logInAs(real, 'moved-one', 'their password')
      const body = { oldPassword: 'first-one-secret', newPassword: 'another-secret' }
      expect((await call(real, 'POST', '/api/auth/change-password', { token, body })).status).toBe(200)
      const rows = await real.database.read.selectFrom('account').select(['name', 'password_hash']).execute()
      expect(rows.map(({ name }) => name).toSorted()).toEqual(['first-one', 'guest', 'moved-one', 'second-one'])
      for (const { password_hash: hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    } finally {
      await real.close()
    }
  })
})

describe('what is refused', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await start()
    await aMember(app, 'somebody')
  })
  afterAll(() => app.close())

  test.each([
    ['name', { name: 'four', password: 'a-secret' }],
    ['name', { name: ' four ', password: 'a-secret' }],
    ['name', { name: 'x'.repeat(51), password: 'a-secret' }],
    ['name', { name: 'admin\u202enimda', password: 'a-secret' }],
    ['name', { name: 'zero\u200bwidth', password: 'a-secret' }],
    ['name', { name: 'somebody\u3164', password: 'a-secret' }],
    ['name', { name: 'somebody\u2800', password: 'a-secret' }],
    ['name', { name: 'somebody\ufe0f', password: 'a-secret' }],
    ['name', { name: 'some\u034fbody', password: 'a-secret' }],
    ['name', { name: '\u0301\u0301\u0301\u0301\u0301', password: 'a-secret' }],
    ['name', { name: 7, password: 'a-secret' }],
    ['name', { password: 'a-secret' }],
    ['password', { name: 'somebody-else', password: 'four' }],
    ['password', { name: 'somebody-else', password: 'x'.repeat(201) }],
    ['password', { name: 'somebody-else' }],
    ['recommenderUuid', { name: 'somebody-else', password: 'a-secret', recommenderUuid: 'mine' }],
  ])('ATH-01 API-03 a registration names what is wrong with its %s', async (param, body) => {
    const answer = await call<{ errors: { param: string }[] }>(app, 'POST', '/api/auth/reg', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error) => error.param)).toEqual([param])
  })

  test('ATH-01 a name that looks like another’s in other letters cannot be registered', async () => {
    const reg = (name: string) => call(app, 'POST', '/api/auth/reg', { body: { name, password: 'a-secret' } })
    expect((await reg('peach')).status).toBe(200)
    expect(await reg('реасh')).toMatchObject({ status: 400, body: { error: 'auth.nameMistakable' } })
    expect((await reg('cope-5')).status).toBe(200)
    for (const name of ['соре-5', 'cope\u20115', 'cópe-5', 'ᴄᴏᴘᴇ-5']) {
      expect(await reg(name), name).toMatchObject({ status: 400, body: { error: 'auth.nameMistakable' } })
    }
  })

  test('ATH-11 an account that looks like another one from before still logs in', async () => {
    const { user } = await aMember(app, 'lookalike-one')
    await app.database.write
      .updateTable('account')
      .set({ name: 'реасе', name_key: 'реасе' })
      .where('id', '=', user.id ?? 0)
      .execute()
    expect((await logInAs(app, 'реасе', 'lookalike-one-secret')).user.name).toBe('реасе')
  })

  test.each([
    ['the commonest', 'aaaaa', weaknessMessages.isCommon],
    ['the name of the account', 'Guessable', weaknessMessages.isName],
  ])('ATH-12 a password that is %s is refused, and not repeated', async (_what, password, msg) => {
    const name = 'guessable'
    const registered = await call<{ errors: unknown }>(app, 'POST', '/api/auth/reg', { body: { name, password } })
    expect(registered).toMatchObject({ status: 400, body: { error: `password: ${msg}` } })
    expect(registered.body.errors).toEqual([{ param: 'password', location: 'body', msg }])
    const { token } = await aMember(app, `${name}-${password.length}`)
    const next = msg.includes('name') ? `${name}-${password.length}` : password
    const changed = await call(app, 'POST', '/api/auth/change-password', {
      token,
      body: { oldPassword: `${name}-${password.length}-secret`, newPassword: next },
    })
    expect(changed).toMatchObject({ status: 400, body: { error: `newPassword: ${msg}` } })
  })

  test('ATH-04 the guest’s name cannot be registered', async () => {
    const answer = await call(app, 'POST', '/api/auth/reg', { body: { name: 'Guest', password: 'a-secret' } })
    expect(answer).toMatchObject({ status: 409, body: { error: 'auth.nameTaken' } })
  })

  test.each(['admın', 'ᴀᴅᴍɪɴ', 'ádmin', 'admin\u2011token', 'guést', 'ADMlN'])(
    'ATH-11 %s looks official and cannot be registered',
    async (name) => {
      const answer = await call(app, 'POST', '/api/auth/reg', { body: { name, password: 'a-secret' } })
      expect(answer).toMatchObject({ status: 400, body: { error: 'auth.nameMistakable' } })
    },
  )

  test.each(['Administrator', 'ＳＵＰＰＯＲＴ', 'admin', 'Admin-Token'])(
    'ATH-01 %s cannot be registered beside others',
    async (name) => {
      const answer = await call(app, 'POST', '/api/auth/reg', { body: { name, password: 'a-secret' } })
      expect(answer).toMatchObject({ status: 409, body: { error: 'auth.nameTaken' } })
    },
  )

  test.each(['somebody', 'nobody-at-all'])('a wrong password for %s says nothing about the name', async (name) => {
    const answer = await call(app, 'POST', '/api/auth/me', { body: { name, password: 'guessed' } })
    expect(answer).toMatchObject({ status: 401, body: { error: 'auth.wrong' } })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  const key = new TextEncoder().encode(TEST_SESSION_SECRET)
  const claims = { id: 1, v: 0, name: 'somebody', group: 'administrator' }
  beforeAll(async () => {
    claims.v = Number(decodeJwt((await logInAs(app, 'somebody')).token).v)
  })
  const signed = (change: (jwt: SignJWT) => SignJWT = (jwt) => jwt, payload: object = claims, secret = key) =>
    change(
      new SignJWT({ ...payload })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('otodana')
        .setAudience('session')
        .setIssuedAt()
        .setExpirationTime('1h'),
    ).sign(secret)

  test('the tokens that tests forge would do, were they right', async () => {
    // Id 1 is the guest of a public server.
    const { user } = (await me(app, await signed(undefined, { ...claims, id: 2 }))).body
    expect(user).toMatchObject({ loggedIn: true, name: 'somebody' })
  })

  test.each<[string, string, () => Promise<string> | string]>([
    ['out of time', 'jwt expired', () => signed((jwt) => jwt.setExpirationTime('-1s'), { ...claims, id: 2 })],
    ['for media', 'invalid token', () => signed((jwt) => jwt.setAudience('media'), { ...claims, id: 2 })],
    ['of another issuer', 'invalid token', () => signed((jwt) => jwt.setIssuer('other'), { ...claims, id: 2 })],
    ['with another secret', 'invalid token', () => signed(undefined, claims, key.toReversed())],
    ['of an account that is not there', 'invalid token', () => signed(undefined, { ...claims, id: 99 })],
    ['of an ended session', 'invalid token', () => signed(undefined, { ...claims, id: 2, v: claims.v - 1 })],
    ['with an id that is no number', 'invalid token', () => signed(undefined, { ...claims, id: '2' })],
    [
      'without a signature',
      'invalid token',
      () => new UnsecuredJWT({ ...claims, id: 2 }).setExpirationTime('1h').encode(),
    ],
    ['that is none', 'invalid token', () => 'a.b.c'],
  ])('ATH-02 ATH-07 a token %s is of no use', async (_, error, make) => {
    const answer = await call(app, 'POST', '/api/auth/media-token', { token: await make() })
    expect(answer).toMatchObject({ status: 401, body: { error } })
  })

  test('ATH-07 a token whose end or group was changed is of no use', async () => {
    const { token } = await logInAs(app, 'somebody')
    const [header, payload = '', signature] = token.split('.')
    const changed = { ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object), exp: 9_999_999_999 }
    const forged = [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
    expect((await call(app, 'GET', '/api/auth/export', { token: forged })).body).toEqual({ error: 'invalid token' })
  })
})

test('ATH-01 with registration closed the first account can still be made, and no other', async () => {
  const app = await start({ REGISTRATION: 'closed' })
  try {
    expect((await call(app, 'GET', '/api/auth/reg')).body).toEqual({ reg: false })
    await aMember(app, 'the-admin')
    const next = await call(app, 'POST', '/api/auth/reg', { body: { name: 'the-next', password: 'a-secret' } })
    expect(next).toMatchObject({ status: 403, body: { error: 'auth.registrationClosed' } })
  } finally {
    await app.close()
  }
})

test.each(dialects)('ATH-01 of many that register at once on a closed server, one gets in on %s', async (dialect) => {
  const app = await start({ REGISTRATION: 'closed' }, dialect)
  try {
    const register = (name: string) => call(app, 'POST', '/api/auth/reg', { body: { name, password: 'a-secret' } })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => register(`racer-${index}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(403)])
    expect(answers.find(({ status }) => status === 403)?.body).toEqual({ error: 'auth.registrationClosed' })
  } finally {
    await app.close()
  }
})

describe.each(dialects)('a database that was lost, on %s', (dialect) => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'otodana-lost-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))
  const reg = (app: TestApp, name: string, token?: string) =>
    call<Session>(app, 'POST', '/api/auth/reg', { body: { name, password: 'the-secret' }, token })

  test.each(['open', 'closed'])('ATH-09 is not the next visitor’s, with registration %s', async (registration) => {
    const env = { DATA_DIR: dataDir, REGISTRATION: registration }
    const before = await start(env, dialect)
    const lost = (await reg(before, 'the-owner')).body.token
    await before.close()
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    const app = await startApp({ libraryDirs: [empty], scan: false, dialect, env, log })
    try {
      expect(lines.join('')).toContain('the database has no accounts, though there have been some')
      const refused = { status: 403, body: { error: 'auth.adminTokenNeeded' } }
      for (const token of [undefined, 'guessed-token', lost])
        expect(await reg(app, 'a-thief', token)).toMatchObject(refused)
      const { status, body } = await reg(app, 'the-owner', TEST_ADMIN_TOKEN)
      expect(status).toBe(200)
      expect(body.user.group).toBe('administrator')
      // The same name and number as before.
      expect((await me(app, lost)).body.user.loggedIn).toBe(false)
      expect((await reg(app, 'the-next')).status).toBe(registration === 'open' ? 200 : 403)
    } finally {
      await app.close()
    }
  })

  test('ATH-09 a server that has had no account yet may be started again before its first', async () => {
    const env = { DATA_DIR: dataDir }
    await (await start(env, dialect)).close()
    const app = await start(env, dialect)
    try {
      expect((await reg(app, 'the-owner')).body.user.group).toBe('administrator')
    } finally {
      await app.close()
    }
  })
})

describe('the guest', () => {
  test('ATH-04 logs in with the name as password, and can change nothing of the account', async () => {
    const app = await start()
    try {
      const { user, token } = await logInAs(app, 'guest', 'guest')
      expect(user).toMatchObject({ name: 'guest', group: 'guest' })
      for (const [method, path, body] of [
        ['POST', '/api/auth/change-password', { oldPassword: 'guest', newPassword: 'mine-now' }],
        ['POST', '/api/auth/delete-account', { password: 'guest' }],
        ['POST', '/api/auth/end-other-sessions', undefined],
        ['GET', '/api/auth/export', undefined],
      ] as const) {
        expect(await call(app, method, path, { token, body })).toMatchObject({
          status: 403,
          body: { error: 'guest.cannot' },
        })
      }
    } finally {
      await app.close()
    }
  })

  test('ATH-04 LIB-10 is limited, with the time to wait; others at the same address are not', async () => {
    const app = await start()
    try {
      const { token: member } = await aMember(app, 'a-member')
      const { token } = await logInAs(app, 'guest', 'guest')
      const statuses = await Promise.all(
        Array.from({ length: 65 }, async () => call(app, 'GET', '/api/works?pageSize=1', { token })),
      )
      const refused = statuses.filter(({ status }) => status === 429)
      expect(refused).toHaveLength(5)
      expect(refused[0]?.body).toEqual({ error: 'guest.slow' })
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await call(app, 'GET', '/api/works', { token: member })).status).toBe(200)
      // Logging in still works, and the health check succeeds.
      const body = { name: 'a-member', password: 'a-member-secret' }
      expect((await call(app, 'POST', '/api/auth/me', { token, body })).status).toBe(200)
      expect((await call(app, 'GET', '/api/health', { token })).status).toBe(200)
    } finally {
      await app.close()
    }
  })

  test('ATH-04 does not exist where it is switched off, nor after it was switched off', async () => {
    const first = await start()
    const database = first.database
    const { token } = await logInAs(first, 'guest', 'guest')
    const second = await startApp({ libraryDirs: [empty], scan: false, database, env: { GUEST: 'off' } })
    try {
      expect((await me(second, token)).body).toMatchObject({ guest: false, user: { loggedIn: false } })
      await expect(logInAs(second, 'guest', 'guest')).rejects.toThrow('auth.wrong')
    } finally {
      await second.close()
      await first.close()
    }
  })
})

describe('tries are counted', () => {
  test('ATH-07 after twenty wrong passwords an address waits, and says it has been seen', async () => {
    const app = await start()
    try {
      await aMember(app, 'the-target')
      const guess = () => call(app, 'POST', '/api/auth/me', { body: { name: 'the-target', password: 'guessed' } })
      const answers = []
      for (let n = 0; n < 21; n++) answers.push(await guess())
      expect(answers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(401), 429])
      expect(answers.at(-1)?.body).toEqual({ error: 'request.tooMany' })
      expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(800)
      const seen = await app.database.read.selectFrom('security_event').select('kind').orderBy('id').execute()
      expect(seen.at(-1)?.kind).toBe('tooManyTries')
    } finally {
      await app.close()
    }
  })

  test('ATH-07 a flood of tries is recorded once', async () => {
    const app = await start()
    try {
      for (let n = 0; n < 30; n++) await call(app, 'POST', '/api/auth/me', { body: { name: 'nobody', password: 'x' } })
      const seen = await app.database.read.selectFrom('security_event').select('kind').execute()
      expect(seen.filter(({ kind }) => kind === 'tooManyTries')).toHaveLength(1)
    } finally {
      await app.close()
    }
  })

  test('ATH-07 an IPv6 network is counted as one visitor', async () => {
    const app = await start()
    try {
      const guess = (host: number) =>
        call(app, 'POST', '/api/auth/me', {
          body: { name: 'nobody', password: 'guessed' },
          address: `2001:db8::${host.toString(16)}`,
        })
      const statuses: number[] = []
      for (let n = 0; n < 21; n++) statuses.push((await guess(n)).status)
      expect(statuses).toEqual([...Array<number>(20).fill(401), 429])
    } finally {
      await app.close()
    }
  })

  test('ATH-07 a member cannot be locked out of a known network, nor kept from the settings', async () => {
    const app = await start()
    try {
      const { token } = await aMember(app, 'the-target')
      const logIn = (address: string, password: string) =>
        call(app, 'POST', '/api/auth/me', { body: { name: 'the-target', password }, address })
      const home = '192.0.2.7'
      expect((await logIn(home, 'the-target-secret')).status).toBe(200)
      for (let n = 0; n < 50; n++) expect((await logIn(`198.51.100.${n}`, 'guessed')).status).toBe(401)
      // From other networks even the right password has to wait: it may be a lucky guess.
      expect((await logIn('198.51.100.99', 'the-target-secret')).status).toBe(429)
      expect((await logIn(home, 'the-target-secret')).status).toBe(200)
      const body = { oldPassword: 'the-target-secret', newPassword: 'another-secret' }
      expect((await call(app, 'POST', '/api/auth/change-password', { token, body })).status).toBe(200)
    } finally {
      await app.close()
    }
  })

  test('ATH-07 a session does not allow unlimited guesses of its password', async () => {
    const app = await start()
    try {
      const { token } = await aMember(app, 'the-target')
      const guess = (n: number) =>
        call(app, 'POST', '/api/auth/delete-account', { token, body: { password: 'no' }, address: `198.51.100.${n}` })
      const statuses: number[] = []
      for (let n = 0; n < 21; n++) statuses.push((await guess(n)).status)
      expect(statuses).toEqual([...Array<number>(20).fill(403), 429])
    } finally {
      await app.close()
    }
  })

  test('ATH-07 an address may ask for thirty names an hour, so that accounts cannot be listed', async () => {
    const app = await start()
    try {
      await aMember(app, 'the-target')
      const body = { name: 'the-target', password: 'a-secret' }
      const statuses: number[] = []
      for (let n = 0; n < 31; n++) statuses.push((await call(app, 'POST', '/api/auth/reg', { body })).status)
      expect(statuses).toEqual([...Array<number>(30).fill(409), 429])
    } finally {
      await app.close()
    }
  })

  test('ATH-07 right passwords count for nothing', async () => {
    const app = await start()
    try {
      await aMember(app, 'comes-often')
      for (let n = 0; n < 25; n++) expect((await logInAs(app, 'comes-often')).user.loggedIn).toBe(true)
    } finally {
      await app.close()
    }
  })

  test('ATH-07 the networks of one IPv6 /48 guess 80 passwords together, and keep no member there out', async () => {
    const app = await start()
    try {
      const body = { name: 'a-neighbour', password: 'the-secret' }
      const from = (network: number) => ({ address: `2001:db8:1:${network.toString(16)}::9` })
      expect((await call(app, 'POST', '/api/auth/reg', { body, ...from(999) })).status).toBe(200)
      const guess = (n: number) => ({ body: { name: `a-guess-${n}`, password: 'no' }, ...from(n) })
      const statuses: number[] = []
      for (let n = 0; n < 81; n++) statuses.push((await call(app, 'POST', '/api/auth/me', guess(n))).status)
      expect(statuses).toEqual([...Array<number>(80).fill(401), 429])
      expect((await call(app, 'POST', '/api/auth/me', { body, ...from(999) })).status).toBe(200)
      expect((await call(app, 'POST', '/api/auth/me', { body, ...from(998) })).status).toBe(429)
    } finally {
      await app.close()
    }
  })

  test('ATH-07 an address makes ten accounts an hour', async () => {
    const app = await start()
    try {
      const register = (name: string) => call(app, 'POST', '/api/auth/reg', { body: { name, password: 'a-secret' } })
      for (let n = 0; n < 10; n++) expect((await register(`member-${n}`)).status).toBe(200)
      expect(await register('one-more')).toMatchObject({ status: 429, body: { error: 'request.tooMany' } })
    } finally {
      await app.close()
    }
  })
})

test('ATH-08 a flood of logins takes no place from members, and fills no log', async () => {
  const lines: { level: number; refused?: Record<string, number>; msg: string }[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const app = await startApp({
    libraryDirs: [empty],
    scan: false,
    hasCheapPasswords: false,
    log: pino({ level: 'warn', timestamp: () => ',"time":0' }, stream),
  })
  const logIn = (name: string, password: string, address: string) =>
    call(app, 'POST', '/api/auth/me', { body: { name, password }, address })
  const statuses: number[] = []
  try {
    await aMember(app, 'a-member')
    const home = '2001:db8:1:1::1'
    expect((await logIn('a-member', 'a-member-secret', home)).status).toBe(200)
    const flood = Array.from({ length: 150 }, async (_, n) => {
      const { status } = await logIn(`nobody-${n}`, 'guessed', `203.0.113.${n}`)
      statuses.push(status)
    })
    await expect.poll(() => statuses.includes(503)).toBe(true)
    const members = await Promise.all([
      logIn('a-member', 'a-member-secret', home),
      // Another address of the same network, and an unknown network.
      logIn('a-member', 'a-member-secret', '2001:db8:1:1::2'),
      logIn('a-member', 'a-member-secret', '198.51.100.1'),
    ])
    expect(members.map(({ status }) => status)).toEqual([200, 200, 200])
    await Promise.all(flood)
  } finally {
    await app.close()
  }
  expect(new Set(statuses)).toEqual(new Set([401, 503]))
  const counted = lines.reduce((sum, { refused }) => sum + (refused?.['server.busy'] ?? 0), 0)
  expect(counted).toBe(statuses.filter((status) => status === 503).length)
  expect(lines.length).toBeLessThan(30)
  expect(lines.every(({ refused }) => refused !== undefined)).toBe(true)
})

describe.each(dialects)('known networks on %s', (dialect) => {
  test('ATH-08 networks that were seen before this version are known, and of many the latest are', async () => {
    const database = await openOldDatabase(dialect, '0018-tag-votes', async (db) => {
      const { id } = await db
        .insertInto('account')
        .values({
          name: 'old-member',
          name_key: 'old-member',
          password_hash: 'x',
          account_group: 'administrator',
          is_founder: 1,
          recommender_uuid: 'x',
          created_at_ms: 1,
          last_login_at_ms: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const event = { account_id: id, account_name: 'old-member', actor_name: null, at_ms: 1 }
      await db
        .insertInto('security_event')
        .values([
          { ...event, kind: 'loggedIn', address: '2001:db8::1' },
          { ...event, kind: 'registered', address: '2001:db8::2' },
          { ...event, kind: 'loginFailed', address: '192.0.2.1' },
          { ...event, kind: 'loggedIn', account_id: 999, address: '192.0.2.2' },
        ])
        .execute()
    })
    try {
      const { id } = await database.read.selectFrom('account').select('id').executeTakeFirstOrThrow()
      const networks = createKnownNetworks(database)
      expect(await networks.hasSeen(id, '2001:db8:0:0::/64')).toBe(true)
      expect(await networks.hasSeen(id + 1, '2001:db8:0:0::/64')).toBe(false)
      expect(await networks.isKnown('192.0.2.1')).toBe(false)
      expect(await networks.isKnown('192.0.2.2')).toBe(false)
      for (let n = 0; n <= MAX_NETWORKS; n++) await networks.note(id, `198.51.100.${n}`)
      expect(await networks.isKnown('2001:db8:0:0::/64')).toBe(false)
      expect(await networks.isKnown(`198.51.100.${MAX_NETWORKS}`)).toBe(true)
      expect(await database.read.selectFrom('known_network').select('network').execute()).toHaveLength(MAX_NETWORKS)
    } finally {
      await database.remove()
    }
  })
})

describe('a library for members', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await start({ ACCESS: 'members' })
  })
  afterAll(() => app.close())

  test('ATH-04 has no guest unless it is configured', async () => {
    expect((await me(app)).body).toMatchObject({ guest: false, access: 'members' })
  })

  test('ATH-02 shows others nothing but its health and its login', async () => {
    for (const path of [
      '/api/works',
      '/api/search/x',
      '/api/tags',
      '/api/workInfo/1',
      '/api/tracks/1',
      '/api/cover/1.jpg',
    ]) {
      expect(await call(app, 'GET', path), path).toMatchObject({
        status: 401,
        body: { error: 'No authorization token was found' },
      })
    }
    for (const path of ['/api/health', '/api/auth/me', '/api/auth/reg']) {
      expect((await call(app, 'GET', path)).status, path).toBe(200)
    }
  })

  test('ATH-02 opens to members, and media to tokens in their addresses', async () => {
    const { token } = await aMember(app, 'a-member')
    expect((await call(app, 'GET', '/api/works', { token })).status).toBe(200)
    const media = await call<{ token: string; expiresAt: string }>(app, 'POST', '/api/auth/media-token', { token })
    const hours = (Date.parse(media.body.expiresAt) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(12)
    expect(hours).toBeLessThanOrEqual(24)
    const status = async (path: string) => (await call(app, 'GET', path)).status
    // The work does not exist, but only members may learn that.
    for (const good of [media.body.token, token]) {
      expect(await status(`/api/cover/1.jpg?token=${good}`)).toBe(200)
      expect(await status(`/api/media/stream/1/1?token=${good}`)).toBe(404)
    }
    // Older clients put their session token into every address; a media token in one opens media only.
    expect(await status(`/api/works?token=${token}`)).toBe(200)
    expect(await status(`/api/works?token=${media.body.token}`)).toBe(401)
    expect(await status(`/api/admin/status?token=${token}`)).toBe(401)
    expect(await status('/api/cover/1.jpg?token=nonsense')).toBe(401)
    // A media token grants nothing else.
    expect((await call(app, 'GET', '/api/works', { token: media.body.token })).status).toBe(401)
  })

  test('ATH-07 the end of a session is the end of its media token', async () => {
    const { token } = await aMember(app, 'signs-out')
    const media = await call<{ token: string }>(app, 'POST', '/api/auth/media-token', { token })
    const address = `/api/cover/1.jpg?token=${media.body.token}`
    expect((await call(app, 'GET', address)).status).toBe(200)
    await call(app, 'POST', '/api/auth/end-other-sessions', { token })
    expect((await call(app, 'GET', address)).status).toBe(401)
  })

  test('the server’s own token is an administrator’s', async () => {
    expect((await call(app, 'GET', '/api/works', { token: TEST_ADMIN_TOKEN })).status).toBe(200)
    expect((await call(app, 'GET', '/api/library/problems', { token: TEST_ADMIN_TOKEN })).status).toBe(200)
  })
})

test('ATH-01 ATH-07 the name of the server’s own token is reserved, also for the first account', async () => {
  const app = await start()
  const reg = (name: string) => call(app, 'POST', '/api/auth/reg', { body: { name, password: 'a-secret' } })
  try {
    expect(await reg('ADMIN-token')).toMatchObject({ status: 409, body: { error: 'auth.nameTaken' } })
    expect((await reg('admin')).status).toBe(200)
  } finally {
    await app.close()
  }
})
