import { expect, test } from 'vitest'

import { aNameServer } from '../../test/a-name-server.ts'

import { createResolve, PATIENCE } from './resolver.ts'

test('ATH-05 a name server has three seconds to answer, and is queried twice', () => {
  expect(PATIENCE).toEqual({ timeoutMs: 3_000, tries: 2 })
})

test('ATH-05 a name server that does not answer is queried the configured number of times', async () => {
  const never = new Promise<string[]>(() => {})
  const names = await aNameServer(new Map([['silent.example TXT', never]]))
  try {
    const resolve = createResolve([names.address], { timeoutMs: 100, tries: 1 })()
    await expect(resolve('silent.example', 'TXT')).rejects.toMatchObject({ code: 'ETIMEOUT' })
    await expect.poll(() => names.asked).toEqual(['silent.example TXT'])
  } finally {
    await names.close()
  }
})
