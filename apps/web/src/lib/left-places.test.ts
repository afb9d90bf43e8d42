import type { ParsedLocation } from '@tanstack/react-router'
import { expect, test } from 'vitest'

import { createLeftPlaces } from './left-places.ts'

type Info = { fromLocation?: ParsedLocation }

/** As much of a router as is listened to; `leave` tells under which key it would note where the page was left. */
function aRouter() {
  const places = createLeftPlaces()
  const listeners: Record<string, (info: Info) => void> = {}
  const emit = (type: string, info: Info = {}) => listeners[type]?.(info)
  places.follow({ subscribe: (type: string, listener: (info: Info) => void) => (listeners[type] = listener) } as never)
  return {
    leave(from: ParsedLocation) {
      emit('onBeforeNavigate', { fromLocation: from })
      const key = places.keyOf(from)
      emit('onBeforeLoad', { fromLocation: from })
      return key
    },
    arrive: () => emit('onResolved'),
    keyOf: places.keyOf,
  }
}

const at = (key: string) => ({ href: '/circles', state: { __TSR_key: key } }) as ParsedLocation

test('NAV-04 a page’s place is noted when it is left, and not again before another has come', () => {
  const router = aRouter()
  expect(router.leave(at('circles'))).toBe('circles')
  // Back, or on to a third page: the second has not rendered yet, and the page shown is not the first.
  expect(router.leave(at('circles'))).not.toBe('circles')
  expect(router.keyOf(at('circles')), 'where it is found again').toBe('circles')
  expect(router.leave(at('circles'))).not.toBe('circles')
  router.arrive()
  expect(router.leave(at('works'))).toBe('works')
  router.arrive()
  expect(router.leave(at('circles')), 'which may be left elsewhere the next time').toBe('circles')
})

test('NAV-04 the page that was loaded first is known by its address', () => {
  expect(createLeftPlaces().keyOf({ href: '/works?page=2', state: {} } as ParsedLocation)).toBe('/works?page=2')
})
