import { expect, test } from 'vitest'

import { nothing, pageToggled, toggled } from './selected-works.ts'

const shown = [5, 3, 9, 1]
const idsOf = ({ ids }: { ids: ReadonlySet<number> }) => [...ids]

test('EDT-36 a click selects and deselects, and a range reaches from the last work that was clicked', () => {
  const one = toggled(nothing, shown, 3, false)
  expect(idsOf(one)).toEqual([3])
  expect(idsOf(toggled(one, shown, 1, true))).toEqual([3, 9, 1])
  expect(idsOf(toggled(one, shown, 5, true))).toEqual([3, 5])
  expect(idsOf(toggled(one, shown, 3, false))).toEqual([])
  // The anchor is on another page.
  expect(idsOf(toggled(one, [7, 8], 8, true))).toEqual([3, 8])
  expect(idsOf(toggled(nothing, shown, 9, true))).toEqual([9])
})

test('EDT-36 a page is selected and deselected as a whole, and other pages stay', () => {
  const other = toggled(nothing, [7], 7, false)
  const page = pageToggled(other, shown)
  expect(idsOf(page)).toEqual([7, 5, 3, 9, 1])
  expect(idsOf(pageToggled(page, shown))).toEqual([7])
})

test('EDT-36 a work that is taken out of the whole list leaves the others of its page', () => {
  const all = { ...nothing, isAll: true }
  const { ids, isAll } = toggled(all, shown, 9, false)
  expect([[...ids], isAll]).toEqual([[5, 3, 1], false])
})
