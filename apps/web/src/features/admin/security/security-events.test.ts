import { expect, test } from 'vitest'

import { folded, knownKind, withOlder } from './security-events.ts'

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

test('ADM-04 events that follow one another and are alike are one row that counts them, within ten minutes', () => {
  const failed = (id: number, at: string, other = {}) => ({
    ...event(id),
    kind: 'loginFailed',
    at: `2026-01-01T${at}Z`,
    ...other,
  })
  const rows = folded([
    failed(19, '10:21:00'),
    failed(18, '10:20:30'),
    failed(17, '10:11:00'),
    // Too long before the row's time.
    failed(16, '10:10:59'),
    failed(15, '10:10:00', { name: 'minato' }),
    failed(14, '10:10:00', { address: '10.0.0.2' }),
    failed(13, '10:10:00', { by: 'minato' }),
    failed(12, '10:10:00', { kind: 'tooManyTries' }),
    failed(11, '10:10:00'),
    failed(10, '10:10:00'),
  ])
  expect(rows.map(({ id, count }) => [id, count])).toEqual([
    [19, 3],
    [16, 1],
    [15, 1],
    [14, 1],
    [13, 1],
    [12, 1],
    [11, 2],
  ])
  expect(rows[0]).toEqual({ ...failed(19, '10:21:00'), count: 3 })
  expect(folded([])).toEqual([])
})
