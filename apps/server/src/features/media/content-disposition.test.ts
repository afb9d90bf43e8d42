import fc from 'fast-check'
import { expect, test } from 'vitest'

import { attachment } from './content-disposition.ts'

test.each([
  ['rain.mp3', `attachment; filename="rain.mp3"; filename*=UTF-8''rain.mp3`],
  ['01 雨音.mp3', `attachment; filename="01 __.mp3"; filename*=UTF-8''01%20%E9%9B%A8%E9%9F%B3.mp3`],
  ['a"b\\c.mp3', `attachment; filename="a_b_c.mp3"; filename*=UTF-8''a%22b%5Cc.mp3`],
  ["it's (50%) *.mp3", `attachment; filename="it's (50_) *.mp3"; filename*=UTF-8''it%27s%20%2850%25%29%20%2A.mp3`],
  ['a\r\nSet-Cookie: x=1', `attachment; filename="a__Set-Cookie: x=1"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x%3D1`],
  ['\ud800.mp3', `attachment; filename="_.mp3"; filename*=UTF-8''%EF%BF%BD.mp3`],
])('MED-01 %j is saved under its own name', (name, expected) => {
  expect(attachment(name)).toBe(expected)
})

test('MED-01 no file name leaves its quotes or its line, and every one can be read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const [, fallback, encoded] =
        /^attachment; filename="([^"\\\r\n]*)"; filename\*=UTF-8''([!#$&+.^_`|~\w%-]*)$/.exec(attachment(name))!
      expect(fallback).toMatch(/^[\x20-\x7e]*$/)
      expect(decodeURIComponent(encoded!)).toBe(name.toWellFormed())
    }),
  )
})
