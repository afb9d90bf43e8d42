import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aText, someDoneTerms } from '../test/a-term.ts'
import {
  choose,
  createNameList,
  offeredNamespaces,
  openKeyword,
  parseKeyword,
  printKeyword,
  printTerm,
  suggest,
  type Knowledge,
  type SearchInput,
  type Suggestion,
} from './index.ts'

const knowledge: Knowledge = {
  tag: createNameList([
    { name: '耳かき', count: 30, aliases: ['Ear Cleaning', '采耳'] },
    { name: '雨音', count: 50, aliases: ['Rain', '雨声'] },
    { name: '猫', count: 5, aliases: ['Cat', '猫咪'] },
  ]),
  circle: createNameList([
    { name: 'Blue Lantern', count: 4 },
    { name: 'Rainy Harbour', count: 2 },
  ]),
  va: createNameList([{ name: '雨宮ミオ', count: 3 }]),
  namespaceNames: { tag: 'タグ', va: '声優', price: '価格' },
  valueNames: { lang: { JPN: ['日本語', 'Japanese'] }, age: { general: ['全年齢'] } },
}

function text(suggestion: Suggestion): string {
  if (suggestion.kind === 'plain') return suggestion.text
  if (suggestion.kind === 'special') return printTerm(suggestion.term)
  return `$${suggestion.excluded ? '-' : ''}${suggestion.namespace}:`
}
const texts = (typed: string) => suggest(typed, knowledge).items.map(text)
const preselected = (typed: string) => {
  const { items, preselected: index } = suggest(typed, knowledge)
  return index === -1 ? null : text(items[index]!)
}

describe('suggest', () => {
  test('SRC-23 a length in words is suggested as an upper bound and a lower one', () => {
    expect(texts('rain 5 min')).toEqual(['rain 5 min', '$-duration:5m$', '$duration:5m$'])
    expect(texts('雨音 10分以内')).toEqual(['雨音 10分以内', '$-duration:10m$'])
    expect(texts('30m')).toEqual(['30m', '$-duration:30m$', '$duration:30m$'])
    const { items } = suggest('rain 5 min', knowledge)
    expect(printKeyword(choose({ terms: [], typed: 'rain 5 min' }, items[1]!).terms)).toBe('rain $-duration:5m$')
  })

  test('SER-03 series and staff are suggested after voice actors, and alone after their heads', () => {
    const known = {
      ...knowledge,
      series: createNameList([{ name: '雨の図書室', count: 6 }]),
      staff: createNameList([
        { name: '雨森いと', count: 2 },
        { name: 'Ito', count: 9 },
      ]),
    }
    const suggested = (typed: string) => suggest(typed, known).items.map(text)
    const special = suggested('雨').filter((one) => one.startsWith('$'))
    expect(special).toEqual(['$tag:雨音$', '$va:雨宮ミオ$', '$series:雨の図書室$', '$staff:雨森いと$'])
    expect(suggested('$-series:図書')).toEqual(['$-series:雨の図書室$'])
    expect(suggested('$staff:')).toEqual(['$staff:Ito$', '$staff:雨森いと$'])
    expect(suggested('$s').slice(0, 3)).toEqual(['$series:', '$staff:', '$sell:'])
  })

  test('SRC-05 an empty text suggests the namespaces, then the tags of most works', () => {
    const heads = offeredNamespaces.map((namespace) => `$${namespace}:`)
    expect(texts(' ').slice(0, heads.length)).toEqual(heads)
    expect(texts(' ').slice(heads.length)).toEqual(['$tag:雨音$', '$tag:耳かき$', '$tag:猫$'])
    expect(suggest('', {}).items).toHaveLength(heads.length)
    expect(offeredNamespaces).toEqual([
      'tag',
      'circle',
      'va',
      'series',
      'staff',
      'duration',
      'rate',
      'price',
      'sell',
      'release',
      'age',
      'lang',
      'sub',
    ])
  })

  test('SRC-05 a text that is too long for a search suggests nothing', () => {
    expect(suggest('雨'.repeat(2_000), knowledge).items).not.toEqual([])
    expect(suggest('雨'.repeat(2_001), knowledge)).toEqual({ items: [], preselected: -1 })
  })

  test.each(['$', '＄', 'rain $'])('SRC-05 %j suggests the namespaces and their excluded forms', (typed) => {
    expect(texts(typed)).toEqual([
      ...offeredNamespaces.map((namespace) => `$${namespace}:`),
      ...offeredNamespaces.map((namespace) => `$-${namespace}:`),
    ])
    expect(preselected(typed)).toBeNull()
  })

  test.each([
    ['$ta', ['$tag:', '$-tag:']],
    ['$-', offeredNamespaces.map((namespace) => `$-${namespace}:`)],
    ['$-PR', ['$-price:']],
    ['$tagw', ['$tagw:', '$-tagw:']],
  ])('SRC-05 %j: %j', (typed, expected) => {
    expect(texts(typed)).toEqual(expected)
  })

  test.each([
    ['rate', '4.7 4.75 4.8 4.85 4.9 4.95'],
    ['price', '100 300 500 700 1000 2000'],
    ['duration', '20m 30m 40m 50m 1h 1.2h'],
    ['sell', '100 300 500 700 1000 2000'],
    ['age', 'general r15 adult unrated'],
    ['lang', 'JPN ENG CHI_HANS CHI_HANT CHI KO_KR SPA ITA GER FRE'],
  ])('SRC-05 the fixed values of %s: %s', (namespace, values) => {
    expect(texts(`$${namespace}:`)).toEqual(values.split(' ').map((value) => `$${namespace}:${value}$`))
    expect(texts(`rain $-${namespace}:`)).toEqual(values.split(' ').map((value) => `$-${namespace}:${value}$`))
  })

  test('SRC-05 tags are ordered by number of works and show the form that matched', () => {
    expect(texts('$tag:')).toEqual(['$tag:雨音$', '$tag:耳かき$', '$tag:猫$'])
    expect(texts('$-tagw:')).toEqual(['$-tagw:雨音$', '$-tagw:耳かき$', '$-tagw:猫$'])
    expect(suggest('$tag:ear', knowledge).items).toEqual([
      {
        kind: 'special',
        from: 0,
        term: { kind: 'special', namespace: 'tag', value: '耳かき', excluded: false },
        count: 30,
        form: 'Ear Cleaning',
      },
    ])
  })

  test('SRC-05 words suggest themselves, then tags, circles and voice actors', () => {
    expect(texts('rain')).toEqual(['rain', '$tag:雨音$', '$circle:Rainy Harbour$'])
    expect(texts('雨')).toEqual(['雨', '$tag:雨音$', '$va:雨宮ミオ$'])
    expect(texts('xyz')).toEqual(['xyz'])
  })

  test('SRC-05 of several words, the longest run at the end that matches a name is replaced', () => {
    expect(texts('rain blue lan')).toEqual(['rain blue lan', '$circle:Blue Lantern$'])
    expect(suggest('rain blue lan', knowledge).items[1]!.from).toBe(5)
  })

  test('SRC-05 a minus before a word suggests the excluded forms', () => {
    expect(texts('-ear')).toEqual(['-ear', '$-tag:耳かき$'])
    expect(texts('rain －猫')).toEqual(['rain －猫', '$-tag:猫$'])
  })

  test('SRC-05 a namespace or a fixed value is found by its display name', () => {
    expect(texts('声')).toEqual(['声', '$va:', '$-va:', '$tag:雨音$'])
    expect(texts('日本')).toEqual(['日本', '$lang:JPN$'])
    expect(texts('japan')).toEqual(['japan', '$lang:JPN$'])
    expect(texts('全年')).toEqual(['全年', '$age:general$'])
    expect(texts('$lang:日')[0]).toBe('$lang:JPN$')
  })

  test('SRC-05 a typed value comes before the fixed ones', () => {
    expect(texts('$duration:25m')[0]).toBe('$duration:25m$')
    expect(texts('$rate:4.8')).toEqual(['4.8', '4.85', '4.7', '4.75', '4.9', '4.95'].map((value) => `$rate:${value}$`))
    expect(texts('$price:many')).toEqual(texts('$price:'))
  })

  test('SRC-05 Enter preselects only a suggestion that completes a special term', () => {
    expect(preselected('$ta')).toBe('$tag:')
    expect(preselected('$tag:ear')).toBe('$tag:耳かき$')
    expect(preselected('$price:250')).toBe('$price:250$')
    expect(preselected('$lang:')).toBeNull()
    expect(preselected('$price:many')).toBeNull()
    expect(preselected('$tag:xyz')).toBeNull()
    expect(preselected('rain')).toBeNull()
  })

  test('without name lists, namespaces and fixed values are still suggested', () => {
    expect(suggest('$tag:ear', {}).items).toEqual([])
    expect(suggest('rain', {}).items.map(text)).toEqual(['rain'])
  })

  test('SRC-05 for any text, suggestions start inside it', () => {
    fc.assert(
      fc.property(aText, (typed) => {
        const { items, preselected } = suggest(typed, knowledge)
        expect(preselected).toBeLessThan(items.length)
        for (const { from } of items) expect(from >= 0 && from <= typed.length).toBe(true)
        const keys = items.map((item) => item.kind + text(item))
        expect(new Set(keys).size).toBe(keys.length)
      }),
    )
  })
})

describe('choose', () => {
  const after = (typed: string, wanted: string, keyword = '') => {
    const input: SearchInput = { ...openKeyword(keyword), typed }
    const suggestion = suggest(typed, knowledge).items.find((item) => text(item) === wanted)
    if (!suggestion) throw new Error(`${wanted} is not suggested: ${texts(typed).join(' ')}`)
    const next = choose(input, suggestion)
    return [printKeyword(next.terms), next.typed]
  }

  test.each([
    ['', '$tag:', '', '$tag:'],
    ['rain $t', '$-tag:', '', 'rain $-tag:'],
    ['rain $tag:ea', '$tag:耳かき$', 'rain $tag:耳かき$', ''],
    ['rain blue', '$circle:Blue Lantern$', 'rain $circle:Blue Lantern$', ''],
    ['rain roof', 'rain roof', 'rain roof', ''],
    ['a -猫', '$-tag:猫$', 'a $-tag:猫$', ''],
  ])('SRC-05 %j, choosing %j: done is %j, typed is %j', (typed, wanted, done, rest) => {
    expect(after(typed, wanted)).toEqual([done, rest])
  })

  test('SRC-05 a chosen term is added, and replaces its opposite', () => {
    expect(after('猫', '$tag:猫$', 'rain')).toEqual(['rain $tag:猫$', ''])
    expect(after('-猫', '$-tag:猫$', '$tag:猫$ rain')).toEqual(['$-tag:猫$ rain', ''])
  })

  test('SRC-05 after any choice the box holds a valid keyword', () => {
    fc.assert(
      fc.property(someDoneTerms, aText, fc.nat(), (terms, typed, pick) => {
        const { items } = suggest(typed, knowledge)
        const suggestion = items[pick % items.length]
        if (!suggestion) return
        const next = choose({ terms, typed }, suggestion)
        expect(parseKeyword(printKeyword(next.terms))).toEqual(next.terms)
        if (suggestion.kind === 'special') {
          expect(next.typed).toBe('')
        }
      }),
    )
  })
})
