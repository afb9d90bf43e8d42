import { afterEach, expect, test } from 'vitest'

import { useSettings } from '#features/settings/index.ts'

import { listenerId } from './listener-id.ts'

afterEach(() => useSettings.setState({ recommenderUuid: '' }))

test('REC-03 an anonymous visitor has a random id, made once and kept', () => {
  const made = listenerId()
  expect(made).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(listenerId()).toBe(made)
  expect(localStorage.getItem('settings')).toContain(made)
  useSettings.setState({ recommenderUuid: '' })
  expect(listenerId()).not.toBe(made)
})

test('REC-03 an id that the device has already is used', () => {
  const known = '0b1f0d4e-6c1a-4f5e-9d7a-3c2b1a098765'
  useSettings.setState({ recommenderUuid: known })
  expect(listenerId()).toBe(known)
})
