import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createNameList, findName, findNames, foldForFinding, prepareNames, type KnownName } from './index.ts'

const names: KnownName[] = [
  { name: 'Rainy Harbour', count: 3 },
  { name: 'Blue Lantern', count: 5 },
  { name: 'Lan', count: 1 },
  { name: 'Lantern Road', count: 2 },
  { name: 'Atlantis', count: 9 },
  { name: '耳かき', count: 7, aliases: ['Ear Cleaning', '采耳'] },
  { name: 'ミミズク堂', count: 4 },
]
const find = (text: string, limit = 10) => findNames(createNameList(names), text, limit).map(({ name }) => name.name)

describe('findNames', () => {
  test('SRC-05 orders exact matches, prefixes, word prefixes, then other matches, each by number of works', () => {
    expect(find('lan')).toEqual(['Lan', 'Lantern Road', 'Blue Lantern', 'Atlantis'])
    expect(find('lan', 2)).toEqual(['Lan', 'Lantern Road'])
  })

  test('SRC-05 an empty text lists the most frequent names', () => {
    expect(find('', 3)).toEqual(['Atlantis', '耳かき', 'Blue Lantern'])
    expect(find(' ', 1)).toEqual(['Atlantis'])
  })

  test('SRC-05 a name is found in any language, and only once', () => {
    const found = findNames(createNameList(names), 'ｅａｒ', 10)
    expect(found).toEqual([{ name: names[5], form: 'Ear Cleaning' }])
    expect(find('耳')).toEqual(['耳かき'])
  })

  test('SRC-05 hiragana that an input method has not converted yet matches katakana', () => {
    expect(find('みみず')).toEqual(['ミミズク堂'])
    expect(find('ﾐﾐｽﾞ')).toEqual(['ミミズク堂'])
    expect(find('カキ')).toEqual(['耳かき'])
  })

  test('findName gives the name that has this form', () => {
    const list = createNameList(names)
    expect(findName(list, '采耳')?.name).toBe('耳かき')
    expect(findName(list, 'LAN')?.name).toBe('Lan')
    expect(findName(list, 'lante')).toBeUndefined()
    expect(findName(list, '')).toBeUndefined()
  })

  test('a text with line breaks or longer than every name finds nothing', () => {
    expect(find('Lan\nLantern')).toEqual([])
    expect(find('x'.repeat(100_000))).toEqual([])
    expect(findNames(createNameList([]), 'a', 5)).toEqual([])
    expect(findNames(createNameList([]), '', 5)).toEqual([])
  })

  const aName = fc.record({
    name: fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', 'ア', 'あ', '-') }),
    count: fc.nat({ max: 3 }),
    aliases: fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n') }), { maxLength: 2 }),
  })

  test('SRC-05 finds the same as reading every name, in the same order', () => {
    fc.assert(
      fc.property(
        fc.array(aName, { maxLength: 20 }),
        fc.string({ unit: fc.constantFrom('a', 'b', 'ア', ' '), minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 30 }),
        (known, text, limit) => {
          const query = foldForFinding(text)
          fc.pre(query !== '')
          const rank = (form: string) => {
            if (form === query) return 0
            if (form.startsWith(query)) return 1
            const escaped = query.replaceAll('-', '\\-')
            if (new RegExp(`(?<![\\p{L}\\p{N}])${escaped}`, 'u').test(form)) return 2
            return form.includes(query) ? 3 : 4
          }
          const expected = known
            .map((name) => ({ name, rank: Math.min(...[name.name, ...name.aliases].map(foldForFinding).map(rank)) }))
            .filter(({ rank }) => rank < 4)
            .sort((a, b) => a.rank - b.rank || b.name.count - a.name.count)
            .slice(0, limit)
          const found = findNames(createNameList(known), text, limit)
          expect(found.map(({ name }) => name)).toEqual(expected.map(({ name }) => name))
          for (const { name, form } of found) expect([name.name, ...name.aliases]).toContain(form)
        },
      ),
      { numRuns: 500 },
    )
  })
})

/** Names as long and as similar as those of a large site. */
function manyNames(count: number): KnownName[] {
  const syllables = ['ka', 'mi', 'ラン', 'タン', '堂', '耳', 'no', 'Blue', ' ', '・', 'sora', 'an']
  return Array.from({ length: count }, (_, index) => ({
    name:
      Array.from({ length: 5 }, (_, at) => syllables[(index * (at + 3) + (index >> at)) % syllables.length]).join('') +
      index,
    count: (index * 7919) % 500,
  }))
}

test('SRC-05 finding among 20,000 names takes under 4 ms of CPU for any text', () => {
  const list = createNameList(manyNames(20_000))
  for (const text of ['', 'a', 'an', 'zz', '9', 'ラン', 'blue', '堂', 'n', '19999', ' ']) {
    findNames(list, text, 6)
    const runs = 20
    const before = process.threadCpuUsage()
    for (let run = 0; run < runs; run++) findNames(list, text, 6)
    const milliseconds = process.threadCpuUsage(before).user / 1000 / runs
    expect(milliseconds, JSON.stringify(text)).toBeLessThan(4)
  }
})

test('SRC-05 20,000 names are prepared in steps of under 8 ms', () => {
  const steps = prepareNames(manyNames(20_000))
  const times: number[] = []
  for (;;) {
    const before = process.threadCpuUsage()
    const { done } = steps.next()
    times.push(process.threadCpuUsage(before).user / 1000)
    if (done) break
  }
  expect(times.length).toBeGreaterThan(50)
  expect(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]).toBeLessThan(8)
})
