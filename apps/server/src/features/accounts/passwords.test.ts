import { hash } from 'node:crypto'

import { expect, test } from 'vitest'

import { createPasswords, isMoved } from './passwords.ts'

test('ATH-08 a site with thousands of IPv6 networks takes no place from another', async () => {
  const passwords = createPasswords({ memory: 8, passes: 1, parallelism: 1 })
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

test('MOV-05 a password from another program is checked by its digest, which is not stored', async () => {
  const passwords = createPasswords()
  const asker = { network: '192.0.2.1', standing: 'member' } as const
  const md5 = hash('md5', '雨 passthe secret', 'hex')
  const moved = await passwords.hashMoved(md5, 'the secret', asker)
  expect(moved).not.toContain(md5)
  expect(isMoved(moved)).toBe(true)
  expect(await passwords.matches('雨 pass', moved, asker)).toBe(true)
  for (const wrong of ['雨 Pass', md5, '']) expect(await passwords.matches(wrong, moved, asker)).toBe(false)
  const own = await passwords.hash('雨 pass', asker)
  expect(isMoved(own)).toBe(false)
})
