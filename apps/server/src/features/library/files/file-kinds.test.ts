import { expect, test } from 'vitest'

import { fileKind } from './file-kinds.ts'

test.each([
  ['audio', 'a.mp3 a.FLAC a.wav a.opus a.ogg a.m4a a.aac sub.dir/a.b.Mp3 a.m4b a.weba'],
  [
    'audio',
    'a.wma a.ape a.wv a.tta a.tak a.dsf a.dff a.aif a.AIFF a.mka a.ac3 a.eac3 a.dts a.mp2 a.mpc a.caf a.au a.w64',
  ],
  ['image', 'a.jpg a.JPEG a.png a.webp a.gif a.avif a.bmp'],
  ['text', 'a.txt a.md a.lrc a.srt a.vtt a.ass a.mp3.vtt'],
  ['other', 'a.pdf a.zip mp3 .mp3 dir.mp3/a a. a.mp3x'],
])('ADM-01 %s files are known by their extension: %s', (kind, names) => {
  for (const name of names.split(' ')) expect([name, fileKind(name)]).toEqual([name, kind])
})
