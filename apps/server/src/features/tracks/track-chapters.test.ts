import { expect, test } from 'vitest'

import { storedChapters } from '#features/metadata/index.ts'

import { type ChapteredFile, trackChapters } from './track-chapters.ts'

const two = (title: string) => [
  { startSeconds: 0, title },
  { startSeconds: 60, title: `${title} 2` },
]
const audio = (id: number, path: string, own?: string): ChapteredFile => ({
  id,
  path,
  kind: 'audio',
  duration_seconds: 90,
  chapters: own === undefined ? null : storedChapters([{ of: null, chapters: two(own) }]),
})
const sheet = (path: string, ...named: string[]): ChapteredFile => ({
  id: 99,
  path,
  kind: 'other',
  duration_seconds: null,
  chapters: storedChapters(named.map((of) => ({ of, chapters: two(of) }))),
})
const told = (...files: ChapteredFile[]) =>
  trackChapters(1, files).map(({ hash, chapters }) => `${hash} ${chapters[0]!.title}`)

test('CHP-03 a cue sheet belongs to the file that it names, also if that has been converted', () => {
  expect(told(audio(1, 'wav/Night.wav'), sheet('wav/Night.cue', 'night.WAV'))).toEqual(['1/1 night.WAV'])
  expect(told(audio(1, 'Night.flac'), audio(2, 'x.flac'), sheet('any.cue', 'Night.wav'))).toEqual(['1/1 Night.wav'])
  expect(told(audio(1, 'disc/a.flac'), sheet('all.cue', 'disc\\a.wav'))).toEqual(['1/1 disc\\a.wav'])
  expect(told(audio(1, '夜.mp3'), sheet('夜.cue', 'CDImage.wav'))).toEqual(['1/1 CDImage.wav'])
  expect(told(audio(1, '夜.mp3'), sheet('夜.mp3.cue', 'CDImage.wav'))).toEqual(['1/1 CDImage.wav'])
})

test('CHP-03 a cue sheet says nothing of other files', () => {
  expect(told(audio(1, 'mp3/Night.mp3'), sheet('wav/Night.cue', 'Night.wav'))).toEqual([])
  expect(told(audio(1, 'a.mp3'), sheet('a.cue', 'b.wav', 'c.wav'))).toEqual([])
  expect(told(audio(1, 'a.mp3'), sheet('x/a.cue', '../a.mp3'))).toEqual([])
})

test('CHP-01 what a file says itself goes before a cue sheet', () => {
  expect(told(audio(1, 'a.m4b', 'own'), sheet('a.cue', 'a.m4b'))).toEqual(['1/1 own'])
})

test('CHP-02 chapters beyond the end of a track are left out', () => {
  const short = { ...audio(1, 'a.m4b', 'own'), duration_seconds: 60 }
  expect(told(short)).toEqual([])
})
