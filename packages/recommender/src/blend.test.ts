import { expect, test } from 'vitest'

import { aWork, DAY_MS, NOW } from '../test/a-work.ts'
import { partsOf } from './blend.ts'
import { createWorkTable } from './work-table.ts'

test('REC-05 newness counts dates that have passed, and those of the day in any time zone', () => {
  const dates = [
    { added: NOW },
    { added: NOW - 30 * DAY_MS },
    { added: NOW + DAY_MS / 2 },
    { added: NOW + 3 * DAY_MS },
    { released: NOW, added: NOW + 3 * DAY_MS },
    { released: NOW + 3 * DAY_MS },
    { added: Number.NaN },
    {},
  ]
  const table = createWorkTable(dates.map((facts, id) => aWork(id, facts)))
  const none = new Float64Array(dates.length)
  const listening = () => ({ heard: none, sources: none })
  const { fresh } = partsOf(listening as never, { scores: none } as never, table, NOW)
  expect([...fresh]).toEqual([1, 0.5, 1, 0, 0.5, 0, 0, 0])
})
