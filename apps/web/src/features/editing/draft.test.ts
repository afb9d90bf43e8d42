import type { EditedField, WorkEditForm } from '@otodana/contract'
import { editLimits } from '@otodana/contract'
import { expect, test } from 'vitest'

import { changedByBoth, changeOf, giveBack, isChanged, isLocked, setValue, shownValue, withdraw } from './draft.ts'
import { lengths, problemOf } from './problems.ts'
import { coverOf, namesOf, withNames, withPart } from './values.ts'

const title: EditedField = {
  field: 'title',
  value: 'Edited',
  source: 'edit',
  others: [{ source: 'provider', value: 'Theirs' }],
}
const tags: EditedField = { field: 'tags', value: [{ name: '雨', en: 'Rain' }], source: 'sidecar', others: [] }

test('EDT-15 a field that is set is locked, and one that is given back shows what the next source says', () => {
  const draft = giveBack(setValue({}, tags, ['鐘']), title)
  expect([shownValue(title, draft), isLocked(title, draft)]).toEqual(['Theirs', false])
  expect([shownValue(tags, draft), isLocked(tags, draft)]).toEqual([['鐘'], true])
  expect(changeOf(draft)).toEqual({ set: { tags: ['鐘'] }, release: ['title'] })
})

test('EDT-15 the saved value again is no change, and an empty one is null', () => {
  const draft = setValue(setValue({}, title, 'B'), title, 'Edited')
  expect(isChanged(draft)).toBe(false)
  expect(changeOf(setValue({}, tags, null))).toEqual({ set: { tags: null }, release: [] })
  expect(isChanged(setValue({}, { ...tags, value: null }, []))).toBe(false)
})

test('EDT-80 the unsaved change of one field is withdrawn, also of a field that was edited before', () => {
  const draft = giveBack(setValue({}, tags, ['鐘']), title)
  expect(withdraw(draft, 'title')).toEqual({ tags: { value: ['鐘'] } })
  expect(isChanged(withdraw(withdraw(draft, 'title'), 'tags'))).toBe(false)
  expect(isLocked(title, withdraw(draft, 'title'))).toBe(true)
})

test('EDT-15 names that stay keep what else is known of them', () => {
  expect(namesOf(tags.value)).toEqual(['雨'])
  expect(withNames(tags.value, ['雨', '鐘'])).toEqual([{ name: '雨', en: 'Rain' }, '鐘'])
  expect(withNames(tags.value, [])).toBeNull()
  expect(withPart({ ja: 'A' }, 'en', 'B')).toEqual({ ja: 'A', en: 'B' })
  expect(withPart({ ja: 'A' }, 'ja', null)).toBeNull()
})

test('EDT-11 EDT-16 problems are known before a value is sent, with the limits of the contract', () => {
  expect(lengths).toEqual(editLimits)
  const problem = (field: Parameters<typeof problemOf>[0], value: unknown) => problemOf(field, value, 'RJ01000001')
  expect(problem('title', ' ')).toBe('required')
  expect(problem('titles', { ja: 'x'.repeat(501) })).toBe('tooLong')
  expect(problem('circle', { name: 'x'.repeat(201) })).toBe('tooLong')
  expect(problem('tags', Array.from({ length: 201 }, String))).toBe('tooMany')
  expect(problem('staff', { music: ['x'.repeat(201)] })).toBe('tooLong')
  const staff = (count: number) => ({ music: Array.from({ length: count }, String), other: ['A'] })
  expect([problem('staff', staff(100)), problem('staff', staff(101))]).toEqual([null, 'tooManyStaff'])
  const place = (number?: unknown) => problem('series', { name: 'A', ...(number !== undefined && { number }) })
  expect([place(), place(0), place(1.5), place(100_000)]).toEqual([null, null, null, null])
  expect([place('1a'), place(100_001), place(-1)]).toEqual(['seriesNumber', 'seriesNumber', 'seriesNumber'])
  expect([problem('original', 'RJ1'), problem('original', 'rj01000001'), problem('original', null)]).toEqual([
    'code',
    'itself',
    null,
  ])
  expect([problem('price', -1), problem('price', 'x'), problem('price', 5)]).toEqual(['number', 'number', null])
  expect([problem('create_date', null), problem('release', null)]).toEqual(['day', null])
})

test('EDT-09 a cover is a picture of the work, an uploaded one, the provider’s, or one to upload', () => {
  const picture = new File([], 'a.png')
  expect(coverOf({ picture })).toEqual({ picture })
  expect(setValue({}, { ...title, field: 'cover', value: { file: 1 } }, { picture })).toEqual({
    cover: { value: { picture } },
  })
  expect([coverOf({ file: 5 }), coverOf({ uploaded: 'a' }), coverOf({ provider: true }), coverOf(null)]).toEqual([
    { file: 5 },
    { uploaded: 'a' },
    { provider: true },
    null,
  ])
})

test('EDT-06 the fields that both editors have changed are known', () => {
  const base: WorkEditForm = {
    id: 1,
    code: 'RJ01000001',
    version: 1,
    fields: [title, tags],
    pictures: [],
    hasProviderCover: false,
  }
  const draft = setValue(setValue({}, tags, ['鐘']), title, 'Mine')
  const form = { ...base, version: 2, fields: [title, { ...tags, value: ['夜'], source: 'edit' as const }] }
  expect(changedByBoth(draft, base, form)).toEqual(['tags'])
  expect(changedByBoth(setValue({}, title, 'Mine'), base, form)).toEqual([])
})
