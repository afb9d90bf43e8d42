import { expect, test } from 'vitest'

import { knownKind, withOlder } from './security-events.ts'

const event = (id: number) => ({
  id,
  kind: 'loggedIn',
  name: 'akari',
  by: null,
  address: '10.0.0.1',
  at: '2026-01-01T00:00:00Z',
})

test('ADM-04 older events follow the latest, each once', () => {
  const shown = withOlder([event(9), event(8)], [event(8), event(5)])
  expect(shown.map(({ id }) => id)).toEqual([9, 8, 5])
})

test('ADM-04 a kind of a newer server is shown as it is called', () => {
  expect(knownKind('loggedIn')).toBe('loggedIn')
  expect(knownKind('constructor')).toBeNull()
})
