import fc from 'fast-check'
import { expect, test } from 'vitest'

import { entriesOf, entryOrder, filterEntries, findable, firstEntries, type NameEntry } from './name-list.ts'

const tag = {
  id: 1,
  name: '催眠',
  count: 3,
  i18n: { 'ja-jp': { name: '催眠', censored: '暗示' }, 'en-us': { name: 'Hypnosis' } },
}
const circle = (name: string, count = 1) => ({ id: name, name, count })
const shown = (names: string[], text: string) =>
  filterEntries(
    findable(
      entriesOf(
        names.map((name) => circle(name)),
        'ja',
        false,
      ),
    ),
    text,
  ).map(({ name }) => name)

test('I18N-04 IDX-01 tags are shown in the language, softened where it is asked for, and searched by their own name', () => {
  expect(entriesOf([tag], 'en', false)).toMatchObject([{ id: 1, name: 'Hypnosis', term: '催眠', count: 3 }])
  expect(entriesOf([tag], 'ja', true)).toMatchObject([{ id: 1, name: '暗示', term: '催眠', count: 3 }])
})

test('IDX-01 a tag is found by its name in any language, and not across two of them', () => {
  const entries = findable(entriesOf([{ ...tag, name: 'サイミン' }], 'en', false))
  for (const text of ['HYPNO', '催眠', 'さいみん']) expect(filterEntries(entries, text)).toHaveLength(1)
  expect(filterEntries(entries, 'hypnosis催眠')).toEqual([])
})

test('IDX-01 case, width and kana do not matter, nor does white space around', () => {
  expect(shown(['ｵﾄﾉﾊ研究室Ｚ', 'Harbor & Lamp'], ' おとのは研究室z ')).toEqual(['ｵﾄﾉﾊ研究室Ｚ'])
  expect(shown(['ｵﾄﾉﾊ研究室Ｚ', 'Harbor & Lamp'], 'ｈａｒｂｏｒ')).toEqual(['Harbor & Lamp'])
  expect(shown(['a', 'b'], '   ')).toEqual(['a', 'b'])
})

test('IDX-01 a circle without a name is not listed: no search finds it', () => {
  expect(entriesOf([circle('')], 'ja', false)).toEqual([])
})

test('IDX-01 most works first and equal ones by name; or by name, numbers as numbers', () => {
  const entries = entriesOf([circle('b 10', 1), circle('b 2', 1), circle('a', 1), circle('z', 9)], 'en', false)
  const names = (sort: 'count' | 'name') => entries.toSorted(entryOrder(sort, 'en')).map(({ name }) => name)
  expect(names('count')).toEqual(['z', 'a', 'b 2', 'b 10'])
  expect(names('name')).toEqual(['a', 'b 2', 'b 10', 'z'])
})

test('IDX-01 the first lines are those that sorting all would give', () => {
  const entry = fc.record({
    id: fc.nat(),
    name: fc.constantFrom('a', 'b', 'あ', 'ア', '雨'),
    term: fc.constant(''),
    count: fc.nat(3),
  })
  fc.assert(
    fc.property(fc.array(entry), fc.nat(12), fc.constantFrom('count', 'name'), (entries: NameEntry[], length, sort) => {
      const order = entryOrder(sort, 'ja')
      expect(firstEntries(entries, length, order)).toEqual(entries.toSorted(order).slice(0, length))
    }),
  )
})
