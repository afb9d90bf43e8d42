import type { ParsedLocation } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'

import { createScrollKeys, restoreUnlessScrolled } from './scroll-keys.ts'

type Info = { fromLocation?: ParsedLocation }

/** The part of a router that is used; `leave` returns the key under which the router would save the scroll position. */
function aRouter() {
  const scrollKeys = createScrollKeys()
  const listeners: Record<string, (info: Info) => void> = {}
  const emit = (type: string, info: Info = {}) => listeners[type]?.(info)
  scrollKeys.follow({
    subscribe: (type: string, listener: (info: Info) => void) => (listeners[type] = listener),
  } as never)
  return {
    leave(from: ParsedLocation) {
      emit('onBeforeNavigate', { fromLocation: from })
      const key = scrollKeys.keyOf(from)
      emit('onBeforeLoad', { fromLocation: from })
      return key
    },
    arrive: () => emit('onResolved'),
    keyOf: scrollKeys.keyOf,
  }
}

const at = (key: string) => ({ href: '/circles', state: { __TSR_key: key } }) as ParsedLocation

test('NAV-04 a page’s scroll position is saved when it is left, and not again before another page has come', () => {
  const router = aRouter()
  expect(router.leave(at('circles'))).toBe('circles')
  // Back, or on to a third page: the second has not rendered yet, and the displayed page is not the first.
  expect(router.leave(at('circles'))).not.toBe('circles')
  expect(router.keyOf(at('circles')), 'the key it is restored by').toBe('circles')
  expect(router.leave(at('circles'))).not.toBe('circles')
  router.arrive()
  expect(router.leave(at('works'))).toBe('works')
  router.arrive()
  expect(router.leave(at('circles')), 'which may be left elsewhere the next time').toBe('circles')
})

test('NAV-04 the page that was loaded first is known by its address', () => {
  expect(createScrollKeys().keyOf({ href: '/works?page=2', state: {} } as ParsedLocation)).toBe('/works?page=2')
})

afterEach(() => vi.unstubAllGlobals())

test('NAV-04 a visitor who scrolls before the page is alive stays there; later pages begin where they should', () => {
  const restores = restoreUnlessScrolled()
  vi.stubGlobal('scrollY', 900)
  expect(restores({ location: { hash: '' } })).toBe(false)
  expect(restores({ location: { hash: '' } })).toBe(true)
  expect(restoreUnlessScrolled()({ location: { hash: 'work-7' } })).toBe(true)
  vi.stubGlobal('scrollY', 0)
  expect(restoreUnlessScrolled()({ location: { hash: '' } })).toBe(true)
})
