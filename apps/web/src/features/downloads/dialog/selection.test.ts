import type { TrackFile, TrackNode } from '@otodana/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { planOf } from '../queue/plan.ts'
import { chosenOf, filesBelow, filesToSave, quickChoices, selectionText, withFiles } from './selection.ts'
import { mobileOf, supportOf } from '../saving/support.ts'

function aFile(id: number, title: string, type: TrackFile['type'] = 'audio'): TrackFile {
  return {
    type,
    hash: `7/${id}`,
    title,
    work: { id: 7, source_id: 'RJ000007', source_type: 'DLSITE' },
    workTitle: 'Rain',
    mediaStreamUrl: '',
    mediaDownloadUrl: `/api/media/download/7/${id}`,
    streamLowQualityUrl: '',
    size: id,
  }
}
const folder = (title: string, ...children: TrackNode[]): TrackNode => ({ type: 'folder', title, children })
const tree = [
  folder('WAV', aFile(1, '01.wav'), aFile(2, '02.WAV')),
  folder('mp3', aFile(3, '01.mp3'), folder('extra', aFile(4, '02.mp3'))),
  aFile(5, 'cover.png', 'image'),
]
const hashes = (...ids: number[]) => new Set(ids.map((id) => `7/${id}`))

test('DLD-02 a folder is chosen in whole, in part or not at all, as are the files below it', () => {
  const mp3 = filesBelow(tree.slice(1, 2))
  expect(mp3.map(({ hash }) => hash)).toEqual(['7/3', '7/4'])
  expect(chosenOf(mp3, hashes(1))).toBe('none')
  expect(chosenOf(mp3, hashes(1, 4))).toBe('some')
  expect(chosenOf(mp3, hashes(3, 4))).toBe('all')
  expect(withFiles(hashes(1, 4), mp3, true)).toEqual(hashes(1, 3, 4))
  expect(withFiles(hashes(1, 4), mp3, false)).toEqual(hashes(1))
})

test('DLD-02 quick choices are everything, the sound, and each format of it, where those differ', () => {
  const named = (nodes: readonly TrackNode[]) =>
    quickChoices(nodes).map(({ kind, format, files }) => [kind, format, files.length])
  expect(named(tree)).toEqual([
    ['all', '', 5],
    ['audio', '', 4],
    ['format', 'WAV', 2],
    ['format', 'MP3', 2],
  ])
  expect(named([aFile(1, 'a.mp3'), aFile(2, 'b.mp3')])).toEqual([])
  expect(named([aFile(1, 'a.mp3'), aFile(2, 'b.png', 'image')])).toEqual([
    ['all', '', 2],
    ['audio', '', 1],
  ])
})

test('DLD-05 the metadata sidecar of a work is listed, and not selected at first', () => {
  const withSidecars = [...tree, aFile(6, 'Otodana.YAML', 'other'), folder('more', aFile(7, 'otodana.json', 'other'))]
  const ids = (files: readonly TrackFile[]) => files.map(({ size }) => size)
  expect(ids(filesToSave(withSidecars))).toEqual([1, 2, 3, 4, 5, 7])
  expect(ids(filesToSave(withSidecars, withSidecars.slice(2)))).toEqual([5, 7])
  expect(ids(quickChoices(withSidecars)[0]!.files)).toEqual([1, 2, 3, 4, 5, 7])
  expect(ids(filesBelow(withSidecars))).toContain(6)
})

test('DLD-02 a file has the same name in every selection of a work, under the folders of the tree', () => {
  const twins = [folder('a?', aFile(1, '1.mp3')), folder('a？', aFile(2, '1.mp3')), aFile(3, 'con')]
  const all = planOf(twins, hashes(1, 2, 3))
  expect(all.map(({ path }) => path)).toEqual([['a？', '1.mp3'], ['a？ (2)', '1.mp3'], ['_con']])
  expect(planOf(twins, hashes(2))).toEqual([all[1]])
})

test('DLD-02 the text of a selection names its files and none of the others', () => {
  expect(selectionText(filesBelow(tree), hashes(1, 2, 3, 5))).toBe('1-3,5')
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(60), { minLength: 1 }), fc.array(fc.nat(60)), (ids, wanted) => {
      const files = ids.map((id) => aFile(id, 'x'))
      const ranges = selectionText(files, hashes(...wanted))
        .split(',')
        .filter((part) => part !== '')
        .map((part) => part.split('-').map(Number))
      const isNamed = (id: number) => ranges.some(([first = 0, last = first]) => id >= first && id <= last)
      expect(ids.filter(isNamed)).toEqual(ids.filter((id) => wanted.includes(id)))
    }),
  )
})

const chrome = (system: string, more = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36${more}`
const android = 'Linux; Android 10; K'
const desktop = 'X11; Linux x86_64'

test.each([
  ['Chrome on a computer', chrome(desktop), true, true, false, 'folder'],
  ['Edge on a computer', chrome(desktop, ' Edg/140.0'), true, true, false, 'folder'],
  ['Chrome without https', chrome(desktop), false, false, false, 'insecure'],
  [
    'Firefox',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    false,
    true,
    false,
    'unsupported',
  ],
  [
    'Safari on an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari',
    false,
    true,
    true,
    'unsupported',
  ],
  [
    'an iPad, which calls itself a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    false,
    true,
    true,
    'unsupported',
  ],
  ['Chrome on Android', chrome(android), true, true, true, 'folder'],
  ['an old Chrome on Android', chrome(android), false, true, true, 'needsChrome'],
  ['Edge on Android', chrome(android, ' EdgA/140.0'), true, true, true, 'needsChrome'],
  ['a web view', chrome(`${android}; wv`), true, true, true, 'needsChrome'],
  [
    'Firefox on Android',
    'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    false,
    true,
    false,
    'needsChrome',
  ],
  [
    'a phone’s Edge that asks for pages as a computer does',
    chrome(desktop, ' Edg/140.0'),
    true,
    true,
    true,
    'needsChrome',
  ],
] as const)('DLD-02 %s', (_name, userAgent, hasPicker, isSecure, isMobile, support) => {
  expect(supportOf({ hasPicker, isSecure, userAgent }, isMobile)).toBe(support)
})

test.each([
  ['an Android phone', chrome(android), 5, true],
  ['a Windows computer', chrome('Windows NT 10.0; Win64; x64'), 0, false],
  ['a Windows computer with a touch screen', chrome('Windows NT 10.0; Win64; x64'), 10, false],
  ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 0, false],
  [
    'an iPad, which calls itself a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15',
    5,
    true,
  ],
  ['Linux, or a phone that requests desktop pages', chrome('X11; Linux x86_64'), 5, null],
] as const)('DLD-04 %s is known, or asked about', (_name, userAgent, touchPoints, isMobile) => {
  expect(mobileOf({ userAgent, touchPoints })).toBe(isMobile)
})
