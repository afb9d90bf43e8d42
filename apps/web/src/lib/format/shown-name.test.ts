import { expect, test } from 'vitest'

import { cutText, shownName } from './shown-name.ts'

test('WRK-05 no sign in a name turns its extension into another one', () => {
  expect(shownName('photo\u202egpj.exe')).toBe('photogpj.exe')
  for (const sign of ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'])
    expect(shownName(`${sign}a${sign}b`)).toBe('ab')
})

test('WRK-05 names of any language stay as they are', () => {
  for (const name of ['01 雨音.mp3', 'שלום.mp3', 'مرحبا 01.srt', 'e\u0301.txt', '👩\u200d🚀.png'])
    expect(shownName(name)).toBe(name)
})

test('HIS-06 a long text is cut between characters', () => {
  expect(cutText('雨音', 2)).toBe('雨音')
  expect(cutText('👩🚀雨', 2)).toBe('👩🚀…')
})
