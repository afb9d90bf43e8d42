import { expect, test } from 'vitest'

import { type ListedFile, trackTree } from './track-tree.ts'

const work = { id: 1_234_567, source_id: 'RJ01234567', source_type: 'DLSITE', title: '雨の図書館' }

function file(id: number, path: string, more: Partial<ListedFile> = {}): ListedFile {
  return { id, path, kind: 'audio', size_bytes: 10, duration_seconds: 1.5, fingerprint: 'x', problem: null, ...more }
}

const none = () => false

type Shape = string | { [folder: string]: Shape[] }

function shape(nodes: ReturnType<typeof trackTree>): Shape[] {
  return nodes.map((node) => (node.type === 'folder' ? { [node.title]: shape(node.children) } : node.title))
}

test('WRK-05 files stand in the folders they lie in, folders first, each in natural order', () => {
  const tree = trackTree(
    work,
    [
      file(1, 'readme.txt', { kind: 'text' }),
      file(2, 'mp3/10.mp3'),
      file(3, 'mp3/2.mp3'),
      file(4, '特典/フリートーク/1.mp3'),
      file(5, 'mp3/１.mp3'),
    ],
    'https://host',
    none,
  )
  expect(shape(tree)).toEqual([
    { mp3: ['１.mp3', '2.mp3', '10.mp3'] },
    { 特典: [{ フリートーク: ['1.mp3'] }] },
    'readme.txt',
  ])
})

test('WRK-05 a track has absolute addresses without a query and an empty low-quality address', () => {
  const [track] = trackTree(work, [file(7, '01.mp3')], 'https://host', none)
  expect(track).toEqual({
    type: 'audio',
    hash: '1234567/7',
    title: '01.mp3',
    work: { id: 1_234_567, source_id: 'RJ01234567', source_type: 'DLSITE' },
    workTitle: '雨の図書館',
    mediaStreamUrl: 'https://host/api/media/stream/1234567/7',
    mediaDownloadUrl: 'https://host/api/media/download/1234567/7',
    streamLowQualityUrl: '',
    duration: 1.5,
    size: 10,
  })
})

test('PLY-08 a file that can be streamed smaller says where, and only that file', () => {
  const files = [file(7, '01.wav'), file(8, '02.mp3')]
  const urls = trackTree(work, files, 'https://host', ({ id }) => id === 7).map(
    (node) => node.type !== 'folder' && node.streamLowQualityUrl,
  )
  expect(urls).toEqual(['https://host/api/media/streamLowQuality/1234567/7', ''])
})

test('WRK-05 sound that cannot be heard as it should says why, and nothing else does', () => {
  const broken = { duration_seconds: null, problem: 'No known audio format' }
  const files = [
    file(1, '1.mp3'),
    file(2, '2.mp3', { size_bytes: 0, ...broken }),
    file(3, '3.mp3', broken),
    file(4, '4.mp3', { problem: 'The file ends early: 10 of 20 bytes are there' }),
    file(5, '5.mp3', { fingerprint: '', problem: 'The file cannot be read: EIO' }),
    file(6, '6.txt', { kind: 'text', size_bytes: 0 }),
  ]
  expect(trackTree(work, files, '', none).map((node) => node.type !== 'folder' && node.problem)).toEqual([
    undefined,
    'empty',
    'damaged',
    'incomplete',
    'unreadable',
    undefined,
  ])
})

test('OFF-54 a file that the scan could not read has no version', () => {
  const files = [file(1, '1.mp3', { fingerprint: 'abcdefghijkl' }), file(2, '2.mp3', { fingerprint: '' })]
  const versions = (nodes: ReturnType<typeof trackTree>) =>
    nodes.map((node) => ('version' in node ? node.version : null))
  expect(versions(trackTree(work, files, '', none, { withVersions: true }))).toEqual(['abcdefgh', null])
  expect(versions(trackTree(work, files, '', none))).toEqual([null, null])
})

test('LYR-02 LYR-08 LYR-09 a track that has a subtitle by its name or number says so', () => {
  const files = [
    file(1, '本編/01.mp3'),
    file(2, '本編/02.mp3'),
    file(3, '字幕/第1話.lrc', { kind: 'text', duration_seconds: null }),
  ]
  const [, main] = trackTree(work, files, '', none)
  expect(main?.type === 'folder' && main.children.map((node) => 'hasSubtitles' in node && node.hasSubtitles)).toEqual([
    true,
    false,
  ])
})

test('a folder whose name is that of an object property is a folder like any other', () => {
  expect(shape(trackTree(work, [file(1, '__proto__/constructor/1.mp3')], '', none))).toEqual([
    JSON.parse('{"__proto__":[{"constructor":["1.mp3"]}]}'),
  ])
})

test('twenty thousand files make a tree without trouble', () => {
  const files = Array.from({ length: 20_000 }, (_, index) => file(index, `${index % 100}/${index}.mp3`))
  expect(trackTree(work, files, '', none)).toHaveLength(100)
})
