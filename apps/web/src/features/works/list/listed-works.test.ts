import type { Work } from '@otodana/contract'
import { expect, test } from 'vitest'

import { findListed } from './listed-works.ts'

const work = { id: 7, title: '雨の夜', circle: { id: 1, name: 'あまおと工房' }, tags: [] } as unknown as Work

test('WRK-01 a work is found in whatever list tells all of it', () => {
  expect(findListed({ works: [{ ...work, id: 6 }, work], pagination: {} }, 7)).toBe(work)
  // A subtitle search contains titles only; other responses have no works, or count them.
  const others = [
    undefined,
    null,
    'works',
    [work],
    { works: 12 },
    { works: [{ id: 7, title: '雨の夜' }] },
    { works: [] },
  ]
  for (const data of others) expect(findListed(data, 7)).toBeUndefined()
})
