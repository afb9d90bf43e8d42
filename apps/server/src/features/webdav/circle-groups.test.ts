import fc from 'fast-check'
import { expect, test } from 'vitest'

import { grouped, membersOf } from './circle-groups.ts'

const self = (key: string) => key

test('DAV-08 circles that are too many for one list are in groups by how they begin', () => {
  const names = ['amber', 'ash', 'brook', 'かぜ', '仔', '一', '丁']
  expect(grouped(names, self, null, 7)).toEqual({ groups: [], rest: names })
  expect(grouped(names, self, null, 3).groups).toEqual(['a…', 'b…', 'か…', '一-仿…'])
  expect(membersOf('a…', names, self)).toEqual(['amber', 'ash'])
  expect(membersOf('am…', names, self)).toEqual(['amber'])
  expect(membersOf('一-仿…', names, self)).toEqual(['仔', '一', '丁'])
  expect(grouped(['仔', '一', '丁'], self, '一-仿…', 1).groups).toEqual(['仔…', '一…', '丁…'])
  for (const none of ['', '…', 'z…', 'amber', '一-丁…', '乀-亿…']) expect(membersOf(none, names, self)).toBeNull()
})

test('DAV-08 a circle whose name ends where a group’s begins is listed beside the groups', () => {
  expect(grouped(['a', 'ab', 'ac'], self, 'a…', 2)).toEqual({ groups: ['ab…', 'ac…'], rest: ['a'] })
})

test('DAV-08 whichever circles there are, groups in groups lead to each of them', () => {
  const sign = fc.constantFrom('a', 'b', ' ', 'か', '一', '丁', '雨', '風', '𠮷', '가', '-', '…')
  const name = fc.string({ unit: sign, minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 1, maxLength: 80 }),
      fc.integer({ min: 1, max: 20 }),
      (names, max) => {
        const reached: string[] = []
        const open = (among: readonly string[], within: string | null, depth: number): void => {
          expect(depth).toBeLessThan(12)
          const { groups, rest } = grouped(among, self, within, max)
          reached.push(...rest)
          expect(new Set(groups).size).toBe(groups.length)
          for (const group of groups) open(membersOf(group, names, self)!, group, depth + 1)
        }
        open(names, null, 0)
        expect(reached.toSorted()).toEqual(names.toSorted())
      },
    ),
  )
})
