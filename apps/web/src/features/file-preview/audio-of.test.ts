import type { TrackFile, TrackNode } from '@otodana/contract'
import { expect, test } from 'vitest'

import { audioOf } from './audio-of.ts'

let made = 0
function file(title: string, type: TrackFile['type'] = 'audio', duration?: number): TrackFile {
  made++
  return {
    type,
    hash: `1/${made}`,
    title,
    work: { id: 1, source_id: 'RJ000001', source_type: 'DLSITE' },
    workTitle: 'Rain',
    mediaStreamUrl: '',
    mediaDownloadUrl: '',
    streamLowQualityUrl: '',
    size: 1,
    ...(duration === undefined ? {} : { duration }),
  }
}
const folder = (title: string, children: TrackNode[]): TrackNode => ({ type: 'folder', title, children })

test('WRK-05 a subtitle plays the track that is surely its own', () => {
  const subtitle = file('トラック02_月.srt', 'text')
  const [first, second] = [file('トラック01_雨.mp3', 'audio', 61), file('トラック02_月.mp3', 'audio', 62)]
  const tree = [folder('字幕', [subtitle]), folder('mp3', [first, second])]
  expect(audioOf(tree, subtitle, 60)).toBe(second)
})

test('WRK-05 of several versions it is the one beside the subtitle', () => {
  const subtitle = file('01.wav.vtt', 'text')
  const beside = file('01.wav', 'audio', 60)
  const tree = [folder('mp3', [file('01.mp3', 'audio', 60)]), folder('wav', [beside, subtitle])]
  expect(audioOf(tree, subtitle, 59)).toBe(beside)
})

test('WRK-05 a track of the same name is its own, and one that is nothing like it is not', () => {
  const subtitle = file('prologue.lrc', 'text')
  const named = file('Prologue.mp3')
  const others = [file('03_雨.mp3', 'audio', 999), file('04_風.mp3', 'audio', 999)]
  expect(audioOf([...others, named, subtitle], subtitle, 60)).toBe(named)
  expect(audioOf([...others, subtitle], subtitle, 60)).toBeNull()
  expect(audioOf([subtitle], subtitle, 60)).toBeNull()
})
