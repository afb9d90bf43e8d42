import type { TrackFile, TrackNode } from '@otodana/contract'
import { MAX_LISTED_SUBTITLES, MAX_SUBTITLE_BYTES } from '@otodana/subtitles'
import { expect, test } from 'vitest'

import { subtitleFiles } from './subtitle-files.ts'

let lastId = 0
function file(title: string, more: Partial<TrackFile> = {}): TrackFile {
  lastId++
  return {
    type: /\.(mp3|wav)$/.test(title) ? 'audio' : 'text',
    hash: `1/${lastId}`,
    title,
    work: { id: 1, source_id: 'RJ000001', source_type: 'DLSITE' },
    workTitle: '雨',
    mediaStreamUrl: `/stream/${lastId}`,
    mediaDownloadUrl: `/download/${lastId}`,
    streamLowQualityUrl: '',
    size: 100,
    ...more,
  }
}
const folder = (title: string, ...children: TrackNode[]): TrackNode => ({ type: 'folder', title, children })

test('LYR-02 a track’s own subtitles come first, those beside it before others, and those of other tracks last', () => {
  const track = file('01 雨.mp3', { duration: 60 })
  const tree = [
    folder('字幕', file('01 雨.lrc'), file('02 風.lrc'), file('01 雨.txt')),
    folder('mp3', track, file('01 雨.mp3.vtt'), file('cover.jpg')),
    folder('wav', file('01 雨.wav'), file('01 雨.ass')),
  ]
  const { audio, files } = subtitleFiles(tree, track.hash, '')
  expect(audio).toEqual({ name: '01 雨.mp3', durationSeconds: 60 })
  expect(files.map(({ folder: names, name }) => [...names, name].join('/'))).toEqual([
    'mp3/01 雨.mp3.vtt',
    '字幕/01 雨.lrc',
    'wav/01 雨.ass',
    '字幕/02 風.lrc',
  ])
  expect(files.map(({ belonging }) => belonging)).toEqual(['own', 'own', 'own', 'open'])
})

test('LYR-02 LYR-08 five tracks that go on after their lyrics have their own, and none a neighbour’s', () => {
  const numbers = [1, 2, 3, 4, 5]
  const tracks = numbers.map((number) => file(`01_トラック${number}.mp3`, { duration: 240 + 20 * number }))
  const tree = [...tracks, ...numbers.map((number) => file(`01_トラック${number}.lrc`))]
  for (const [index, track] of tracks.entries()) {
    const { files } = subtitleFiles(tree, track.hash, '')
    const own = files.filter(({ belonging }) => belonging === 'own')
    expect(own.map(({ name }) => name)).toEqual([`01_トラック${index + 1}.lrc`])
    // They can be chosen manually, and are listed in the work's order.
    const others = files.slice(1).map(({ name, belonging }) => [name, belonging])
    const neighbours = numbers.filter((number) => number !== index + 1)
    expect(others).toEqual(neighbours.map((number) => [`01_トラック${number}.lrc`, 'another']))
  }
})

const local = (id: number, path: string, packageId = 1) => ({
  id,
  packageId,
  path,
  name: path.slice(path.lastIndexOf('/') + 1),
  content: new Uint8Array(10),
})

test('LSB-05 subtitles on this device are among those of the work, before others that are as like', () => {
  const track = file('01 雨.mp3')
  const tree = [track, file('01 雨.vtt'), folder('字幕', file('01 雨.lrc'), file('02 風.lrc'))]
  const { files } = subtitleFiles(tree, track.hash, '', [
    local(7, 'RJ000001/02 風.srt'),
    local(9, 'RJ000001/zh/01.srt'),
  ])
  expect(files.map(({ name, source }) => ('local' in source ? `local ${name}` : name))).toEqual([
    'local 01.srt',
    '01 雨.vtt',
    '01 雨.lrc',
    'local 02 風.srt',
    '02 風.lrc',
  ])
  expect(files[0]).toMatchObject({ id: 'local/9', folder: ['RJ000001', 'zh'], belonging: 'own' })
})

test('LSB-05 LYR-09 each package on this device is numbered by itself', () => {
  const [first, second] = [file('01 雨.mp3'), file('02 風.mp3')]
  const packages = [
    local(1, 'RJ000001/1.lrc', 1),
    local(2, 'RJ000001/2.lrc', 1),
    local(3, 'RJ000001/01 雨夜.lrc', 2),
    local(4, 'RJ000001/02 起风.lrc', 2),
  ]
  const own = ({ hash }: TrackFile) =>
    subtitleFiles([first, second], hash, '', packages)
      .files.filter(({ belonging }) => belonging === 'own')
      .map(({ name }) => name)
  expect([own(first), own(second)]).toEqual([
    ['01 雨夜.lrc', '1.lrc'],
    ['02 起风.lrc', '2.lrc'],
  ])
})

test('LSB-05 they are found where the work’s own files are not known, as without a connection', () => {
  const { audio, files } = subtitleFiles([], '1/1', '01 雨.mp3', [local(7, 'RJ000001/01 雨.mp3.vtt')])
  expect([audio, files.map(({ id, similarity }) => [id, similarity])]).toEqual([null, [['local/7', 1]]])
})

test('LYR-02 a track that is no longer in the work is matched by its title', () => {
  const { audio, files } = subtitleFiles([file('02.lrc'), file('01.lrc')], '1/0', '01')
  expect([audio, files[0]?.name]).toEqual([null, '01.lrc'])
})

test('LYR-01 no more files are listed than may be fetched, in number and in bytes', () => {
  const track = file('1.mp3')
  const many = Array.from({ length: 3_000 }, (_, index) => file(`${index}.lrc`))
  expect(subtitleFiles([track, ...many], track.hash, '').files).toHaveLength(MAX_LISTED_SUBTITLES)
  const large = Array.from({ length: 10 }, (_, index) => file(`${index}.ass`, { size: 10 * MAX_SUBTITLE_BYTES }))
  expect(subtitleFiles([track, ...large], track.hash, '').files).toHaveLength(4)
})
