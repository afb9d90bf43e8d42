import fc from 'fast-check'
import { expect, test } from 'vitest'

import { davName, uniqueNames, workName } from './names.ts'

test.each([
  ['Ama/Kaze: *?', 'Ama／Kaze： ＊？'],
  ['100% #1', '100％ ＃1'],
  ['con', '_con'],
  ['ends...', 'ends'],
  ['..', '_'],
  ['', '_'],
])('DAV-03 the name %j is %j, which every system accepts', (name, safe) => {
  expect(davName(name)).toBe(safe)
})

test('DAV-03 a work’s folder begins with its code, and is no longer than systems allow', () => {
  expect(workName({ code: 'RJ01000001', title: '雨/夜 #2' })).toBe('RJ01000001 雨／夜 ＃2')
  expect(Buffer.byteLength(workName({ code: 'RJ01000001', title: '雨'.repeat(300) }))).toBeLessThanOrEqual(255)
})

test('DAV-03 things of one name are told apart by their id, whichever others there are', () => {
  const named = (list: [id: number, name: string][]) =>
    [
      ...uniqueNames(
        list,
        ([, name]) => name,
        ([id]) => String(id),
        ['works'],
      ),
    ].map(([name, [id]]) => [id, name])
  expect(
    named([
      [1, 'Rain'],
      [2, 'rain'],
      [3, 'ＲＡＩＮ'],
      [4, 'Works'],
    ]),
  ).toEqual([
    [1, 'Rain'],
    [2, 'rain (2)'],
    [3, 'ＲＡＩＮ (3)'],
    [4, 'Works (4)'],
  ])
  expect(
    named([
      [1, 'Rain'],
      [2, 'Rain (3)'],
      [3, 'Rain'],
    ]),
  ).toEqual([
    [1, 'Rain'],
    [2, 'Rain (3)'],
    [3, 'Rain (3+)'],
  ])
})

test('DAV-03 no name is longer than 255 bytes, with the id behind it too', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const names = [
        ...uniqueNames(
          ['a', 'b', 'c'],
          () => davName(name),
          () => '2147483647',
        ).keys(),
      ]
      expect(new Set(names).size).toBe(3)
      for (const one of names) {
        expect(Buffer.byteLength(`${one}.m3u8`)).toBeLessThanOrEqual(255)
        expect(one).not.toMatch(/[\\/:*?"<>|#%\p{Cc}\p{Cs}]|^[.\s]|[.\s]$/u)
      }
    }),
    { numRuns: 30 },
  )
})
