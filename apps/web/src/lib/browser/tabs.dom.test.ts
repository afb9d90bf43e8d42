import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { onTabsNotified, notifyTabs } from './tabs.ts'

let visibility: DocumentVisibilityState
let told: number
let end: () => void
/** Simulates the event in other tabs. */
const fromElsewhere = (key: string) => dispatchEvent(new StorageEvent('storage', { key }))
const lookAt = (state: DocumentVisibilityState) => {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  told = 0
  end = onTabsNotified(() => told++)
})
afterEach(() => {
  end()
  localStorage.clear()
})

test('REV-01 a tab learns of changes in another: at once, or when it becomes visible again', () => {
  const values = new Set<string | null>()
  for (let i = 0; i < 3; i++) {
    notifyTabs()
    values.add(localStorage.getItem('changed-at'))
  }
  expect(values.size).toBe(3)

  fromElsewhere('settings')
  expect(told).toBe(0)
  fromElsewhere('changed-at')
  expect(told).toBe(1)
  lookAt('hidden')
  fromElsewhere('changed-at')
  fromElsewhere('changed-at')
  expect(told).toBe(1)
  lookAt('visible')
  expect(told).toBe(2)
  lookAt('visible')
  expect(told).toBe(2)
})

test('REV-01 a page that comes back from the history asks what it has missed', () => {
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  expect(told).toBe(0)
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(told).toBe(1)
  end()
  fromElsewhere('changed-at')
  expect(told).toBe(1)
})
