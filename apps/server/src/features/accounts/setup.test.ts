import type { Session, Setup } from '@otodana/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { call } from '../../../test/accounts.ts'
import { dialects, openTestDatabase } from '../../../test/databases.ts'
import { startApp, TEST_ADMIN_TOKEN, TEST_SESSION_SECRET, type TestApp } from '../../../test/start-app.ts'

import { isSetupCode, setupCodeOf } from './setup-code.ts'

const ADDRESS = '192.0.2.7'
const owner = { name: 'the-owner', password: 'x9-unguessable' }

let app: TestApp
beforeAll(async () => {
  app = await startApp({ libraryDirs: [], env: { SETUP: 'on', REGISTRATION: 'closed' }, scan: false })
})
afterAll(() => app.close())

const setup = async (options: { address?: string | undefined; token?: string } = {}) =>
  (await call<Setup>(app, 'GET', '/api/setup', options)).body
const register = (body: object, address?: string) =>
  call<Session & { error: string }>(app, 'POST', '/api/auth/reg', { body, address })

test('RUN-07 a setup code is the same at every start, easy to type, and not for other servers', () => {
  const code = setupCodeOf(TEST_SESSION_SECRET)
  expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
  expect(setupCodeOf(TEST_SESSION_SECRET)).toBe(code)
  expect(setupCodeOf('another secret')).not.toBe(code)
  expect(isSetupCode(code, ` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(true)
  expect(isSetupCode(code, code.slice(1))).toBe(false)
})

test('RUN-07 the first account needs the code, also from the server’s own machine, and is the administrator’s', async () => {
  const code = await app.setupCode()
  expect(code).toBe(setupCodeOf(TEST_SESSION_SECRET))
  // What a proxy without settings or a tunnel passes on looks like a request from here.
  for (const address of [undefined, ADDRESS]) {
    expect(await setup({ address })).toMatchObject({ step: 'account', needs: 'code' })
    expect((await register(owner, address)).body).toEqual({ error: 'auth.setupCodeNeeded' })
  }
  expect(await setup({ token: TEST_ADMIN_TOKEN })).toMatchObject({ step: 'account', needs: 'nothing' })
  expect((await register({ ...owner, setupCode: ' ' }, ADDRESS)).body).toEqual({ error: 'auth.setupCodeNeeded' })
  expect((await register({ ...owner, setupCode: 'aaaa-aaaa-aaaa' }, ADDRESS)).body).toEqual({
    error: 'auth.setupCodeWrong',
  })
  expect((await register({ ...owner, setupCode: 'x'.repeat(41) }, ADDRESS)).status).toBe(400)
  const { body } = await register({ ...owner, setupCode: code }, ADDRESS)
  expect(body.user.group).toBe('administrator')
  expect(await app.setupCode()).toBeNull()

  // Registration is closed, and the code is worth nothing any more.
  expect((await register({ ...owner, name: 'another', setupCode: code }, ADDRESS)).body).toEqual({
    error: 'auth.registrationClosed',
  })
  expect(await setup()).toEqual({ step: 'done', needs: 'nothing', continuesAt: 'folders' })
})

test('RUN-09 RUN-16 the administrator continues the setup where it was left, until it is finished', async () => {
  const asOwner = { token: TEST_ADMIN_TOKEN }
  const continueAt = async (step: string) =>
    (await call(app, 'PUT', '/api/setup/step', { ...asOwner, body: { step } })).status
  expect(await setup(asOwner)).toEqual({ step: 'open', needs: 'nothing', continuesAt: 'folders' })
  for (const step of ['visitors', 'metadata']) {
    expect(await continueAt(step)).toBe(200)
    expect((await setup(asOwner)).continuesAt).toBe(step)
  }
  expect(await continueAt('account')).toBe(400)
  expect((await setup()).continuesAt).toBe('folders')
  await call(app, 'POST', '/api/setup/finish', asOwner)
  expect((await setup(asOwner)).step).toBe('done')
})

test('RUN-07 the code is guessed a few times at most', async () => {
  const fresh = await startApp({ libraryDirs: [], env: { SETUP: 'on' }, scan: false })
  try {
    const errors = new Set<string>()
    for (let tries = 0; tries < 21; tries++) {
      const body = { ...owner, setupCode: `aaaa-aaaa-${tries}` }
      errors.add((await call<{ error: string }>(fresh, 'POST', '/api/auth/reg', { body, address: ADDRESS })).body.error)
    }
    expect([...errors]).toEqual(['auth.setupCodeWrong', 'request.tooMany'])
    // Another network, such as the owner's, is not affected.
    const { body } = await call<Session>(fresh, 'POST', '/api/auth/reg', {
      body: { ...owner, setupCode: await fresh.setupCode() },
      address: '198.51.100.4',
    })
    expect(body.user.group).toBe('administrator')
  } finally {
    await fresh.close()
  }
})

describe.each(dialects)('with library folders from the environment, on %s', (dialect) => {
  const asOwner = { token: TEST_ADMIN_TOKEN }

  /** Ways to start servers of one database after another. */
  async function anInstance() {
    const database = await openTestDatabase(dialect)
    onTestFinished(() => database.remove())
    return async function during<T>(env: Record<string, string>, act: (server: TestApp) => Promise<T>): Promise<T> {
      const server = await startApp({ libraryDirs: ['/nowhere'], database, env, scan: false })
      try {
        return await act(server)
      } finally {
        await server.close()
      }
    }
  }
  const stateAt = async (server: TestApp, options = {}) =>
    (await call<Setup>(server, 'GET', '/api/setup', options)).body
  const found = async (server: TestApp) => {
    const body = { ...owner, setupCode: (await server.setupCode()) ?? undefined }
    return (await call<Session>(server, 'POST', '/api/auth/reg', { body, address: ADDRESS })).body
  }

  test('RUN-09 RUN-16 the setup continues where it was left, also after a restart, until it is finished', async () => {
    const during = await anInstance()
    await during({ SETUP: 'on' }, async (server) => {
      expect(await stateAt(server)).toMatchObject({ step: 'account', needs: 'code' })
      const { token } = await found(server)
      expect(await stateAt(server, { token })).toEqual({ step: 'open', needs: 'nothing', continuesAt: 'folders' })
      expect(await stateAt(server)).toEqual({ step: 'done', needs: 'nothing', continuesAt: 'folders' })
      await call(server, 'PUT', '/api/setup/step', { token, body: { step: 'visitors' } })
    })
    await during({ SETUP: 'on' }, async (server) => {
      expect(await stateAt(server, asOwner)).toEqual({ step: 'open', needs: 'nothing', continuesAt: 'visitors' })
      await call(server, 'POST', '/api/setup/finish', asOwner)
      expect((await stateAt(server, asOwner)).step).toBe('done')
    })
    await during({ SETUP: 'on' }, async (server) => expect((await stateAt(server, asOwner)).step).toBe('done'))
  })

  test('RUN-09 an instance whose first account was made without the setup is not led to it by later ones', async () => {
    const during = await anInstance()
    // As every earlier version.
    await during({ SETUP: 'off' }, async (server) => {
      expect((await found(server)).user.group).toBe('administrator')
      expect((await stateAt(server, asOwner)).step).toBe('done')
    })
    await during({ SETUP: 'on' }, async (server) => {
      expect((await stateAt(server, asOwner)).step).toBe('done')
      // Nor by a later member.
      const body = { name: 'another', password: owner.password }
      expect((await call(server, 'POST', '/api/auth/reg', { body, address: ADDRESS })).status).toBe(200)
      expect((await stateAt(server, asOwner)).step).toBe('done')
    })
  })

  test('RUN-09 a setup that was begun is not shown while it is off', async () => {
    const during = await anInstance()
    await during({ SETUP: 'on' }, found)
    await during({ SETUP: 'off' }, async (server) => expect((await stateAt(server, asOwner)).step).toBe('done'))
  })
})
