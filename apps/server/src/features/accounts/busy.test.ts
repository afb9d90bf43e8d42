import { expect, test } from 'vitest'

import { AppError } from '#http/errors/app-error.ts'
import { createLimits } from '#http/limits/limits.ts'

import { createAccountService } from './accounts.service.ts'

type Deps = Parameters<typeof createAccountService>[0]

test('ATH-08 a login that is refused because the server is busy uses up no try', async () => {
  let isBusy = true
  const service = createAccountService({
    setupCode: null,
    config: { isRegistrationOpen: true, hasGuest: false },
    accounts: { findByKey: () => Promise.resolve(null) },
    networks: { hasSeen: () => Promise.resolve(false), isKnown: () => Promise.resolve(false) },
    passwords: { matches: () => (isBusy ? Promise.reject(new AppError('server.busy')) : Promise.resolve(false)) },
    limits: createLimits(null),
    audit: { record: () => Promise.resolve() },
    personalData: [],
  } as unknown as Deps)
  const logIn = () => service.logIn({ name: 'a-member', password: 'a-guess' }, { address: '192.0.2.1' })
  for (let n = 0; n < 30; n++) await expect(logIn()).rejects.toThrow('server.busy')
  isBusy = false
  for (let n = 0; n < 20; n++) await expect(logIn()).rejects.toThrow('auth.wrong')
  await expect(logIn()).rejects.toThrow('request.tooMany')
})
