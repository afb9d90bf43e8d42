import { expect, test } from 'vitest'

import { createPasswords } from './passwords.ts'

test('ATH-08 a site with thousands of IPv6 networks takes no place from another', async () => {
  const passwords = createPasswords()
  const ask = (network: string) =>
    passwords.matches('a-guess', null, { network, standing: 'seen' }).then(
      () => 'looked at',
      (error: Error) => error.message,
    )
  const flood = Array.from({ length: 150 }, (_, n) => ask(`2001:db8:1:${n.toString(16)}::/64`))
  expect(await ask('2001:db8:2:1::/64')).toBe('looked at')
  expect(await ask('192.0.2.1')).toBe('looked at')
  expect((await Promise.all(flood)).filter((answer) => answer === 'server.busy').length).toBeGreaterThan(40)
})
