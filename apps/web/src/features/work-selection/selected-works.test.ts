import { expect, test } from 'vitest'

import { changeOf, noChoices, problemOf } from './choices.ts'
import { nothing, pageSelected, pageToggled, toggled } from './selected-works.ts'
import { contentOf } from './selection-of.ts'

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

test('EDT-36 a page of the whole list is selected as itself, and Ctrl+A never deselects', () => {
  const all = { ...nothing, isAll: true }
  expect(pageToggled(all, shown)).toMatchObject({ ids: new Set(shown), isAll: false })
  expect(pageSelected(all, shown)).toMatchObject({ ids: new Set(shown), isAll: false })
  const page = pageSelected(toggled(nothing, [7], 7, false), shown)
  expect(idsOf(pageSelected(page, shown))).toEqual([7, 5, 3, 9, 1])
})

test('EDT-30 a list has the same works on its other pages and in other orders, and others with another search', () => {
  const request = { order: 'create_date', sort: 'desc', page: 1, pageSize: 20, keyword: '$tag:雨$' } as const
  const content = contentOf({ request })
  expect(contentOf({ request: { ...request, page: 2, pageSize: 12, order: 'dl_count', sort: 'asc' } })).toBe(content)
  expect(contentOf({ request: { ...request, order: 'random', seed: 5, markTarget: 'x' } })).toBe(content)
  const { keyword: _, ...library } = request
  expect(contentOf({ request: library })).not.toBe(content)
  expect(contentOf({ request: { ...request, order: 'rating' } })).not.toBe(content)
  expect(contentOf({ request: { ...request, subtitle: 1, localSubtitledWorks: [5] } })).not.toBe(content)
})

test('EDT-30 more than 20 tags and names over 200 characters are problems of their field', () => {
  const tags = (count: number) => Array.from({ length: count }, (_, at) => `tag ${at}`)
  expect([problemOf([]), problemOf(tags(20)), problemOf(['x'.repeat(200)])]).toEqual([null, null, null])
  expect([problemOf(tags(21)), problemOf(['x'.repeat(201)])]).toEqual(['tooManyTags', 'tooLong'])
})

test('EDT-31 only what was chosen is changed', () => {
  expect(changeOf(noChoices)).toBeNull()
  expect(changeOf({ ...noChoices, addTags: ['夜', '朝'], series: ['雨の日'], age: 'r15' })).toEqual({
    addTags: ['夜', '朝'],
    series: '雨の日',
    age: 'r15',
  })
})
