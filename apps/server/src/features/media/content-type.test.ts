import { expect, test } from 'vitest'

import { contentTypeOf } from './content-type.ts'

test.each([
  ['01.mp3', 'audio/mpeg'],
  ['01.FLAC', 'audio/flac'],
  ['01.wav', 'audio/wav'],
  ['01.ogg', 'audio/ogg'],
  ['01.opus', 'audio/ogg; codecs=opus'],
  ['01.m4a', 'audio/mp4'],
  ['01.aac', 'audio/aac'],
  ['01.m4b', 'audio/mp4'],
  ['01.wma', 'audio/x-ms-wma'],
  ['01.ape', 'audio/x-ape'],
  ['01.mka', 'audio/x-matroska'],
  ['01.ac3', 'audio/ac3'],
  ['cover.jpg', 'image/jpeg'],
  ['booklet.pdf', 'application/pdf'],
  ['README', 'application/octet-stream'],
  ['.mp3', 'audio/mpeg'],
  ['01.mp3.exe', 'application/octet-stream'],
  ['a.constructor', 'application/octet-stream'],
  ['a.__proto__', 'application/octet-stream'],
])('MED-01 %s is %s', (name, mime) => {
  expect(contentTypeOf(name)).toEqual({ mime, isText: false })
})

test.each([
  ['01.lrc', 'text/plain'],
  ['01.mp3.vtt', 'text/vtt'],
  ['evil.html', 'text/plain'],
  ['evil.HTM', 'text/plain'],
  ['evil.xhtml', 'text/plain'],
  ['evil.svg', 'text/plain'],
  ['evil.xml', 'text/plain'],
  ['evil.js', 'text/plain'],
  ['evil.mjs', 'text/plain'],
  ['evil.css', 'text/plain'],
])('MED-01 %s is a text, shown as %s and never run', (name, mime) => {
  expect(contentTypeOf(name)).toEqual({ mime, isText: true })
})
