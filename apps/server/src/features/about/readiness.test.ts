import { expect, test } from 'vitest'

import { type Checks, createReadiness } from './readiness.ts'

const fine: Checks = { database: async () => [], migrations: async () => [], library: async () => [] }

test('DEP-02 all checks are made, and each says what is wrong, also by an error', async () => {
  const check = createReadiness({
    ...fine,
    database: () => Promise.reject(new Error('refused')),
    library: async () => ['one is away', 'another is away'],
  })
  expect(await check()).toEqual([
    { name: 'database', problems: ['refused'] },
    { name: 'migrations', problems: [] },
    { name: 'library', problems: ['one is away', 'another is away'] },
  ])
})

test('DEP-02 a check that never ends has failed when its time is over', async () => {
  const check = createReadiness({ ...fine, database: () => new Promise(() => {}) }, { timeoutMs: 5 })
  expect(await check()).toEqual([
    { name: 'database', problems: ['no answer within 5 ms'] },
    { name: 'migrations', problems: [] },
    { name: 'library', problems: [] },
  ])
})

test('DEP-02 however many ask, the checks are made once a second', async () => {
  let made = 0
  let nowMs = 0
  const database = async () => {
    made++
    return []
  }
  const check = createReadiness({ ...fine, database }, { now: () => nowMs })
  await Promise.all(Array.from({ length: 100 }, check))
  nowMs = 999
  await check()
  expect(made).toBe(1)
  nowMs = 1_000
  await check()
  expect(made).toBe(2)
})
