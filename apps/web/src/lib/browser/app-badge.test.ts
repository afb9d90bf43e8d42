import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { setBadgePart } from './app-badge.ts'

let shown: number[]
beforeEach(() => {
  shown = []
  vi.stubGlobal('navigator', {
    setAppBadge: async (count: number) => void shown.push(count),
    clearAppBadge: async () => void shown.push(0),
  })
})
afterEach(() => {
  setBadgePart('downloads', 0)
  setBadgePart('changes', 0)
})

test('OFF-29 the icon shows all that waits together, and nothing when nothing waits', () => {
  setBadgePart('downloads', 2)
  setBadgePart('changes', 3)
  setBadgePart('changes', 3)
  setBadgePart('downloads', 0)
  setBadgePart('changes', 0)
  expect(shown).toEqual([2, 5, 3, 0])
})

test('OFF-29 a browser without badges, or one that refuses them, is left alone', async () => {
  vi.stubGlobal('navigator', {})
  expect(() => setBadgePart('changes', 1)).not.toThrow()
  const unhandled = vi.fn<() => void>()
  process.on('unhandledRejection', unhandled)
  const setAppBadge = vi.fn<() => Promise<void>>(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
  vi.stubGlobal('navigator', { setAppBadge })
  setBadgePart('changes', 2)
  await new Promise((resolve) => setTimeout(resolve, 5))
  process.off('unhandledRejection', unhandled)
  expect(setAppBadge).toHaveBeenCalledOnce()
  expect(unhandled).not.toHaveBeenCalled()
})
