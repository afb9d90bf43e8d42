import { saysExtra, saysWithoutEffects, type TrackNode } from '@otodana/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { initialFolder, MAX_CANDIDATES } from './initial-folder.ts'
import { aFile, aFolder, usual } from '#test/a-tree.ts'

const audio = (name: string, duration: number, format = 'mp3') => aFile(`${name}.${format}`, { duration })
const opens = (tree: readonly TrackNode[], over: Partial<typeof usual> = {}) =>
  initialFolder(tree, { ...usual, ...over })

describe('WRK-06 the initial folder', () => {
  test('is the one with the longest audio, at any depth', () => {
    const tree = [
      aFolder('体験', [audio('a', 60)]),
      aFolder('本編', [aFolder('mp3', [audio('a', 900), audio('b', 900)]), aFile('notes.txt', { type: 'text' })]),
    ]
    expect(opens(tree)).toEqual(['本編', 'mp3'])
  })

  test('is never one with bonuses or free talk, however long, nor inside one', () => {
    const tree = [aFolder('特典', [aFolder('mp3', [audio('talk', 9000)])]), aFolder('本編', [audio('a', 60)])]
    expect(opens(tree)).toEqual(['本編'])
    expect(opens([aFolder('Free Talk', [audio('talk', 9000)])])).toEqual([])
  })

  test('is not one with unplayable files only, unless there is nothing else', () => {
    const broken = aFolder('CD1', [
      aFile('a.mp3', { problem: 'damaged' }),
      aFile('b.mp3', { size: 0, problem: 'empty' }),
    ])
    expect(opens([broken, aFolder('CD2', [audio('a', 60)])])).toEqual(['CD2'])
    expect(opens([broken])).toEqual(['CD1'])
  })

  test('is the root if the audio is there, or if there is no audio', () => {
    expect(opens([audio('a', 900), aFolder('mp3', [audio('b', 30)])])).toEqual([])
    expect(opens([aFile('readme.txt', { type: 'text' })])).toEqual([])
    expect(opens([])).toEqual([])
  })

  test('is the root with more than six candidates', () => {
    const chapters = (count: number) =>
      Array.from({ length: count }, (_, index) => aFolder(`第${index}章`, [audio('a', 60 + index)]))
    expect(opens(chapters(MAX_CANDIDATES))).toEqual(['第0章'])
    expect(opens(chapters(MAX_CANDIDATES + 1))).toEqual([])
    expect(opens([...chapters(MAX_CANDIDATES), aFolder('おまけ', [audio('a', 1)])]), 'extras do not count').toEqual([
      '第0章',
    ])
  })

  test('within 300 seconds of the longest, the preferred format wins; beyond that the longest', () => {
    const tree = (mp3Seconds: number) => [
      aFolder('wav', [audio('a', 1000, 'wav')]),
      aFolder('mp3', [audio('a', mp3Seconds)]),
    ]
    expect(opens(tree(700))).toEqual(['mp3'])
    expect(opens(tree(699.9))).toEqual(['wav'])
    expect(opens(tree(700), { audioTypePreference: ['flac', 'wav'] })).toEqual(['wav'])
  })

  test('then with or without effects as preferred, then the first', () => {
    const versions = ['SEなし', '本編', 'SE有り'].map((name) => aFolder(name, [audio('a', 900)]))
    expect(opens(versions)).toEqual(['本編'])
    expect(opens(versions, { sePreference: 'without' })).toEqual(['SEなし'])
    const formats = [aFolder('mp3', versions), aFolder('wav', [aFolder('SEなし', [audio('a', 900, 'wav')])])]
    expect(opens(formats, { sePreference: 'without', audioTypePreference: ['wav', 'mp3'] })).toEqual(['wav', 'SEなし'])
    expect(opens(formats, { sePreference: 'without' }), 'the format counts more').toEqual(['mp3', 'SEなし'])
  })

  test('can be switched off', () => {
    expect(opens([aFolder('本編', [audio('a', 60)])], { initialPathBehavior: 'root' })).toEqual([])
  })

  test('of any tree exists, has audio, is no extra, and no other is longer by more than 300 s', () => {
    const name = fc.constantFrom('本編', 'SEあり', 'SEなし', '特典', 'mp3', 'wav', 'Disc 1', 'Free Talk', 'x')
    // The same recording has one duration in either format.
    const file = fc
      .record({ stem: fc.constantFrom('100', '400', '900'), format: fc.constantFrom('mp3', 'wav', 'txt') })
      .map(({ stem, format }) =>
        format === 'txt' ? aFile(`${stem}.txt`, { type: 'text' }) : audio(stem, Number(stem), format),
      )
    const files = fc.uniqueArray(file, { maxLength: 3, selector: ({ title }) => title })
    const level = (below: fc.Arbitrary<TrackNode[]>) =>
      fc
        .tuple(fc.uniqueArray(fc.tuple(name, below), { maxLength: 3, selector: ([title]) => title }), files)
        .map(([folders, beside]): TrackNode[] => [
          ...folders.map(([title, children]) => aFolder(title, children)),
          ...beside,
        ])
    const tree = level(level(level(files)))
    const types = fc.shuffledSubarray(['mp3', 'wav'] as const)
    fc.assert(
      fc.property(tree, fc.constantFrom('with', 'without'), types, (nodes, sePreference, audioTypePreference) => {
        const path = opens(nodes, { sePreference, audioTypePreference })
        const all = new Map(foldersWithSound(nodes, []))
        const isAny = all.size > 0 && all.size <= MAX_CANDIDATES
        if (!isAny) expect(path).toEqual([])
        else expect(all.get(path.join('/'))).toBeGreaterThanOrEqual(Math.max(...all.values()) - 300)
      }),
    )
  })
})

/** Every folder with audio that is no extra: path and seconds, computed independently of the rule. */
function foldersWithSound(nodes: readonly TrackNode[], path: string[]): [path: string, seconds: number][] {
  const recordings = new Set<string>()
  const below: [string, number][] = []
  for (const node of nodes) {
    if (node.type === 'audio') recordings.add(node.title.slice(0, 3))
    if (node.type !== 'folder' || ['特典', 'Free Talk'].includes(node.title)) continue
    below.push(...foldersWithSound(node.children, [...path, node.title]))
  }
  if (recordings.size === 0) return below
  return [[path.join('/'), [...recordings].reduce((sum, stem) => sum + Number(stem), 0)], ...below]
}

test.each(
  '特典 おまけ ボーナストラック フリートーク 02_キャストトーク 購入者特典 Bonus bonus_tracks BONUSES FreeTalk free-talk Free_Talk Extras 赠品 附赠 花絮 自由谈话 体験版 试听 サンプル ﾌﾘｰﾄｰｸ Ｂｏｎｕｓ'.split(
    ' ',
  ),
)('WRK-06 %s says that it holds extras', (name) => expect(saysExtra(name)).toBe(true))

test.each(['本編', 'mp3', '正篇', 'Main', 'Extraordinary night', 'Sampler box', 'trialogue', 'トーク', '01 Free fall'])(
  'WRK-06 %s marks no extras',
  (name) => expect(saysExtra(name)).toBe(false),
)

test.each([
  'SEなし',
  'SE無し',
  'ＳＥなし',
  'SE_off',
  '効果音なし',
  '効果音カット',
  '無音效',
  '无音效版',
  'no SE',
  'Without SE',
  'noSE',
  'BGM無し',
  'without sound effects',
  'mp3（SEなし）',
])('WRK-06 %s is without effects', (name) => expect(saysWithoutEffects(name)).toBe(true))

test.each(['SEあり', 'SE有り', 'with SE', '効果音あり', '本編', 'Nose', 'case off', 'No secrets', 'Phase-Offset'])(
  'WRK-06 %s has its effects',
  (name) => expect(saysWithoutEffects(name)).toBe(false),
)
