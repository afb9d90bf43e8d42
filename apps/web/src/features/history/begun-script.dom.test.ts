import { beforeEach, expect, test } from 'vitest'

import { begunScript } from './HomeContinue.tsx'

const run = () => {
  delete document.documentElement.dataset.begun
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function(begunScript())()
  return document.documentElement.dataset.begun !== undefined
}
beforeEach(() => localStorage.clear())

test('HIS-17 the works to continue have a place only if there may be some: a member’s not after the session', () => {
  expect(run()).toBe(false)
  localStorage.setItem('begun', '{"owner":0,"works":[{"workId":1}]}')
  expect(run()).toBe(true)
  localStorage.setItem('begun', '{"owner":7,"works":[{"workId":1}]}')
  expect(run()).toBe(false)
  localStorage.setItem('jwt-token', 'token')
  expect(run()).toBe(true)
})

test('HIS-17 a member of whom nothing is known on a device may have begun works elsewhere', () => {
  localStorage.setItem('jwt-token', 'token')
  expect(run()).toBe(true)
  localStorage.setItem('begun', '{"owner":7,"works":[]}')
  expect(run()).toBe(false)
})
