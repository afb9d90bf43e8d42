import { afterEach, expect, test, vi } from 'vitest'

import { persisted } from './persisted.ts'
import { flag, oneOf, wholeNumber } from '../readers.ts'
import { deviceStorage } from './browser-storage.ts'

const make = () =>
  persisted({
    name: 'settings',
    version: 1,
    fields: { scheme: oneOf(['dark', 'light']), isLoud: flag, steps: wholeNumber() },
    defaults: { scheme: 'dark', isLoud: false, steps: 5 },
  })
const stored = () => (JSON.parse(localStorage.getItem('settings') ?? '{}') as { values?: unknown }).values
/** Simulates another tab's write, whose event arrives later. */
const writeElsewhere = (values: object) => localStorage.setItem('settings', JSON.stringify({ version: 1, values }))

afterEach(() => localStorage.clear())

test('SET-03 two tabs that change different settings at once lose neither', () => {
  const here = make()
  here.setState({ steps: 7 })
  const before = localStorage.getItem('settings')
  writeElsewhere({ scheme: 'light', isLoud: false, steps: 7 })
  here.setState({ isLoud: true })
  expect(stored()).toEqual({ scheme: 'light', isLoud: true, steps: 7 })
  // The event contains what the other tab wrote, which is no longer what is stored.
  dispatchEvent(new StorageEvent('storage', { key: 'settings', oldValue: before, newValue: before }))
  expect(here.getState()).toEqual({ scheme: 'light', isLoud: true, steps: 7 })
})

test('SET-03 settings that only a newer build knows stay, and what is broken gives way when it is set', () => {
  writeElsewhere({ scheme: 'pink', isLoud: true, glow: 3 })
  const here = make()
  expect(here.getState()).toEqual({ scheme: 'dark', isLoud: true, steps: 5 })
  here.setState({ scheme: 'light' })
  expect(stored()).toEqual({ scheme: 'light', isLoud: true, glow: 3 })
})

test('SET-03 a page that comes back from the browser’s memory shows what was set meanwhile', () => {
  const here = make()
  writeElsewhere({ steps: 9 })
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(here.getState().steps).toBe(9)
})

test('SET-03 what could not be kept holds on the page, and is known not to be kept', () => {
  const here = make()
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  here.setState({ steps: 8 })
  expect([here.getState().steps, deviceStorage.isSaved('settings')]).toEqual([8, false])
  full.mockRestore()
  here.setState({ steps: 9 })
  expect(deviceStorage.isSaved('settings')).toBe(true)
})

test('SET-03 cleared storage sets every open tab back', () => {
  writeElsewhere({ steps: 9 })
  const here = make()
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(here.getState().steps).toBe(5)
})
