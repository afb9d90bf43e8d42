import type { Session, Setup } from '@otodana/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { call } from '../../../test/accounts.ts'
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
