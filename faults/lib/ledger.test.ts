import { expect, test } from 'vitest'

import { createLedger } from './ledger.ts'

const acknowledged = () => Promise.resolve(true)
const lost = () => Promise.reject(new Error('the connection broke'))

test('FLT-02 an acknowledged value must be there, and a later one without an answer may be', async () => {
  const ledger = createLedger()
  await ledger.write('a', '1', acknowledged)
  await expect(ledger.write('a', '2', lost)).rejects.toThrow('broke')
  expect(ledger.differences(new Map([['a', '1']]))).toEqual([])
  expect(ledger.differences(new Map([['a', '2']]))).toEqual([])
  expect(ledger.differences(new Map())).toEqual(['a is absent, not 1 or 2'])
  await ledger.write('a', '3', acknowledged)
  expect(ledger.differences(new Map([['a', '2']]))).toEqual(['a is 2, not 3'])
  expect(ledger.acknowledged()).toBe(2)
})

test('FLT-02 what was deleted must be gone, what was never acknowledged may be, and nothing else may appear', async () => {
  const ledger = createLedger()
  await ledger.write('a', '1', acknowledged)
  await ledger.write('a', null, acknowledged)
  await ledger.write('b', '1', () => Promise.resolve(false))
  expect(ledger.differences(new Map())).toEqual([])
  expect(ledger.differences(new Map([['b', '1']]))).toEqual([])
  expect(ledger.differences(new Map([['a', '1']]))).toEqual(['a is 1, not absent'])
  expect(ledger.differences(new Map([['c', '1']]))).toEqual(['c was never written'])
})
