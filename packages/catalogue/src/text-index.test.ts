import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createBitmap, listBits, setBit } from './bits.ts'
import { TextIndex } from './text-index.ts'

const SIZE = 64

function found(index: TextIndex, term: string, size: number, among?: number[]): number[] {
  const into = createBitmap(size)
  const bits = createBitmap(size)
  for (const number of among ?? []) setBit(bits, number)
  index.find(term, into, into.length, among && bits)
  const list = new Uint32Array(size)
  return [...list.subarray(0, listBits(into, into.length, list))]
}

describe('finding texts that contain a term', () => {
  // With two letters every pair is common; the third makes some rare.
  const aText = fc.string({ unit: fc.constantFrom('a', 'b', 'a', 'b', 'c'), maxLength: 8 })
  /** Now and then a bulk load begins, or some of it is indexed. */
  const aStep = fc.constantFrom('set', 'set', 'set', 'load', 'index', 'find')
  const aTerm = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 5 })

  test('SRC-02 finds those that include it, after any changes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(SIZE * 3 - 1), aText, aStep), { maxLength: 120, size: 'max' }),
        fc.array(aTerm, { maxLength: 10 }),
        fc.option(fc.array(fc.nat(SIZE * 3 - 1), { maxLength: 50 })),
        (changes, terms, among) => {
          const index = new TextIndex(SIZE, 4)
          const texts = new Map<number, string>()
          let size = SIZE
          for (const [number, text, step] of changes) {
            while (number >= size) index.grow((size += SIZE))
            if (step === 'load') index.startLoading()
            if (step === 'index') index.indexSome()
            if (step === 'find') found(index, 'ab', size)
            index.set(number, text)
            texts.set(number, text)
          }
          for (const term of terms) {
            const expected = [...texts].filter(([, text]) => text.includes(term)).map(([number]) => number)
            const isExpected = (number: number) => expected.includes(number)
            const numbers = found(index, term, size, among ?? undefined)
            if (among) {
              expect(numbers.every(isExpected)).toBe(true)
              expect(numbers).toEqual(expect.arrayContaining(among.filter(isExpected)))
            } else {
              expect(numbers).toEqual(expected.sort((a, b) => a - b))
            }
          }
        },
      ),
      { seed: 20_261_120, numRuns: 400 },
    )
  })

  test('SRC-02 stays correct for a very common term, searched repeatedly while texts change', () => {
    const size = 6_400
    const index = new TextIndex(size)
    const texts = Array.from({ length: size }, (_, number) => `耳かき${number % 3 === 0 ? 'と' : 'の'}雨音${number}`)
    for (const [number, text] of texts.entries()) index.set(number, text)
    const terms = ['耳かき', '耳かきと', 'かきと雨', 'かきの雨音', 'の雨音1', '雨の音']
    const expectRight = () => {
      for (const term of terms) {
        const expected = [...texts.keys()].filter((number) => texts[number]!.includes(term))
        expect(found(index, term, size)).toEqual(expected)
        const even = expected.filter((number) => number % 2 === 0)
        const amongEven = new Set(found(index, term, size, even))
        expect(even.filter((number) => !amongEven.has(number))).toEqual([])
      }
    }
    expectRight()
    for (let number = 0; number < size; number += 7) {
      texts[number] = number % 2 === 0 ? '' : 'かきの雨音'
      index.set(number, texts[number]!)
    }
    expectRight()
    texts.push('耳かきの雨音')
    index.grow(size + 32)
    index.set(size, '耳かきの雨音')
    expect(found(index, '耳かき', size + 32)).toHaveLength(texts.filter((text) => text.includes('耳かき')).length)
  })

  test('SRC-02 finds those of a bulk load, whatever its batches are', () => {
    const size = 10_000
    const [loaded, set] = [new TextIndex(size), new TextIndex(size, 1)]
    loaded.startLoading()
    for (let number = 0; number < size; number += 1) {
      const text = number % 11 === 0 ? '' : `${number % 100}の夜${number}`
      for (const index of [loaded, set]) index.set(number, text)
      // A text that is indexed, then two that wait; some are removed.
      if (number % 1_000 === 999) {
        loaded.indexSome()
        for (const other of [number - 5_000, number - 10, number - 20]) {
          for (const index of [loaded, set]) if (other > 0) index.set(other, other % 3 === 0 ? '' : '雨の夜')
        }
      }
    }
    for (const term of ['夜', 'の夜', '雨', '7の夜', '99', '4の夜4', '1000']) {
      expect(found(loaded, term, size)).toEqual(found(set, term, size))
    }
    expect(found(loaded, '雨の夜', size).length).toBeGreaterThan(10)
  })

  test('UPG-08 what is loaded is indexed batch by batch, or all of it by a search', () => {
    const index = new TextIndex(SIZE, 10)
    const load = (from: number) => {
      index.startLoading()
      for (let number = from; number < from + 25; number += 1) index.set(number, `${number} の夜`)
    }
    load(0)
    expect(Array.from({ length: 5 }, () => index.indexSome())).toEqual([true, true, true, false, false])
    load(25)
    expect(found(index, 'の夜', SIZE)).toHaveLength(50)
    expect(index.indexSome()).toBe(false)
    // No load goes on after that: fewer than a batch wait.
    for (let number = 50; number < SIZE; number += 1) index.set(number, '雨')
    expect([index.indexSome(), index.indexSome()]).toEqual([true, false])
  })

  test('a term of two thousand characters costs no more than its distinct pairs', () => {
    const size = 60_000
    const index = new TextIndex(size)
    // Each pair is in many texts, but no two of them in one.
    for (let number = 0; number < size; number += 1) index.set(number, ['ああ', 'あい', 'いあ'][number % 3]!)
    const terms = Array.from({ length: 300 }, (_, less) => 'ああい'.repeat(700).slice(0, 2_000 - less))
    const into = createBitmap(size)
    found(index, 'うう', size)
    const before = process.threadCpuUsage()
    for (const term of terms) index.find(term, into, into.length)
    const { user, system } = process.threadCpuUsage(before)
    expect(into.some((word) => word !== 0)).toBe(false)
    // One pass over a set for each position in the terms would take over a second.
    expect((user + system) / 1_000).toBeLessThan(300)
  })
})
