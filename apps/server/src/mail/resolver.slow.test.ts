import { setTimeout as later } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { aNameServer, type Zone } from '../../test/a-name-server.ts'

import { createResolve } from './resolver.ts'

/** Node checks for timed out queries once a second: only after that can a resolver have adapted its timeout. */
const SLOW_MS = 1_200

test('ATH-05 an answer may take its time, even after fast ones', async () => {
  const zone: Zone = new Map(['a', 'b', 'c', 'd'].map((name) => [`${name}.example TXT`, [name]]))
  const names = await aNameServer(zone)
  try {
    const resolve = createResolve([names.address], { timeoutMs: 30_000, tries: 1 })()
    for (const name of ['a', 'b', 'c', 'd']) expect(await resolve(`${name}.example`, 'TXT')).toEqual([[name]])
    zone.set('slow.example TXT', later(SLOW_MS, ['slow']))
    expect(await resolve('slow.example', 'TXT')).toEqual([['slow']])
  } finally {
    await names.close()
  }
})
