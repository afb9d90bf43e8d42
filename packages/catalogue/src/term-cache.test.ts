import { expect, test } from 'vitest'

import { hasBit } from './bits.ts'
import { TermCache } from './term-cache.ts'

test('the last 64 terms are cached', () => {
  const terms = new TermCache(32)
  for (let number = 0; number < 64; number += 1) terms.add(`term ${number}`)
  expect(terms.find('term 0')).toBeDefined()
  terms.add('one more')
  expect(terms.find('term 0')).toBeDefined()
  expect(terms.find('term 1')).toBeUndefined()
  expect(terms.find('one more')).toBeDefined()
})

test('a cached result follows changes of texts', () => {
  const terms = new TermCache(32)
  terms.add('雨音')
  terms.update(7, '夜の雨音')
  expect(hasBit(terms.find('雨音')!, 7)).toBe(true)
  terms.grow(64)
  terms.update(40, '雨音')
  terms.update(7, '夜の音')
  expect(hasBit(terms.find('雨音')!, 40)).toBe(true)
  expect(hasBit(terms.find('雨音')!, 7)).toBe(false)
})
