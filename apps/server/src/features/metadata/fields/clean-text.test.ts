import { expect, test } from 'vitest'

import { cleanLine } from './clean-text.ts'

test('a title or name is one line that reads in one order', () => {
  expect(cleanLine(' 雨\u0000の\n 図書館\u202e ')).toBe('雨 の 図書館')
  expect(cleanLine('\u2067a\u2069 \u202bb\u202c')).toBe('a b')
  expect(cleanLine('שלום e\u0301 👩\u200d🚀')).toBe('שלום \u00e9 👩\u200d🚀')
})
