import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aCode, aNumber, aPrefix } from '../test/a-code.ts'
import {
  canonicalCode,
  codeToId,
  FIRST_CODELESS_ID,
  isCodelessId,
  isWorkId,
  MAX_WORK_ID,
  parseWorkCode,
  parseWorkIdentity,
  parseWorkRef,
  sourceOfId,
  workIdOf,
} from './index.ts'

describe('ids', () => {
  test('each series has a block of a hundred million ids', () => {
    expect(workIdOf('RJ', 1_234_567)).toBe(1_234_567)
    expect(workIdOf('VJ', 10_203)).toBe(100_010_203)
    expect(workIdOf('BJ', 99_999_999)).toBe(299_999_999)
    expect(MAX_WORK_ID).toBe(399_999_999)
  })

  test('a number that no code can have has no id', () => {
    for (const number of [0, -1, 1.5, 100_000_000, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => workIdOf('RJ', number)).toThrow(RangeError)
    }
  })

  test('an id gives back its series and number', () => {
    fc.assert(
      fc.property(aPrefix, aNumber, (prefix, number) => {
        expect(sourceOfId(workIdOf(prefix, number))).toEqual({ prefix, number })
      }),
    )
  })

  test('META-50 works without a code have ids of their own', () => {
    for (const id of [FIRST_CODELESS_ID, 300_000_017, MAX_WORK_ID]) {
      expect(isWorkId(id) && isCodelessId(id)).toBe(true)
      expect(sourceOfId(id)).toBeNull()
      expect(canonicalCode(id)).toBe(String(id))
      expect(parseWorkRef(canonicalCode(id))).toBe(id)
      expect(parseWorkIdentity(String(id))).toEqual({ id, code: String(id) })
    }
    expect(parseWorkIdentity('rj01234567')).toEqual({ id: 1_234_567, code: 'RJ01234567' })
    for (const text of ['1234567', '400000000', ' 300000000', 'none', '']) expect(parseWorkIdentity(text)).toBeNull()
    expect([299_999_999, 400_000_000, 300_000_000.5].some(isCodelessId)).toBe(false)
  })

  test('a number outside the series is not a work id', () => {
    for (const id of [0, -1, 0.5, 100_000_000, 200_000_000, 400_000_000, 2 ** 53, Number.NaN]) {
      expect(sourceOfId(id)).toBeNull()
      expect(isWorkId(id)).toBe(false)
      expect(() => canonicalCode(id)).toThrow(RangeError)
    }
  })
})

describe('canonicalCode', () => {
  test('six digits below a million, otherwise eight', () => {
    expect(canonicalCode(1)).toBe('RJ000001')
    expect(canonicalCode(999_999)).toBe('RJ999999')
    expect(canonicalCode(1_000_000)).toBe('RJ01000000')
    expect(canonicalCode(100_010_203)).toBe('VJ010203')
    expect(canonicalCode(212_345_678)).toBe('BJ12345678')
  })

  test('the canonical code identifies the same work', () => {
    fc.assert(
      fc.property(aCode, ({ id }) => {
        expect(parseWorkCode(canonicalCode(id))?.id).toBe(id)
      }),
    )
  })
})

describe('parseWorkRef', () => {
  test.each([
    ['243448', 243_448],
    ['00243448', 243_448],
    ['000000000243448', 243_448],
    ['RJ243448', 243_448],
    ['rj00243448', 243_448],
    ['VJ010203', 100_010_203],
    ['100010203', 100_010_203],
    ['299999999', 299_999_999],
    ['1', 1],
  ])('%s names a work', (text, id) => {
    expect(parseWorkRef(text)).toBe(id)
  })

  test('NAV-02 an RJ prefix before a bare id identifies the work, padded or not', () => {
    fc.assert(
      fc.property(aNumber, (number) => {
        expect(parseWorkRef(`RJ${number}`)).toBe(number)
        expect(parseWorkRef(String(number))).toBe(number)
      }),
    )
    expect(parseWorkRef('RJ4711')).toBe(4711)
  })

  test.each(['', '0', '000000', '400000000', '100000000', '-1', '+1', '1.0', '1e3', '0x10', ' 1', '1\n', 'RJ', 'RJ0'])(
    '%j identifies no work',
    (text) => {
      expect(parseWorkRef(text)).toBeNull()
    },
  )

  test.each(['RJ000000', 'RJ123456789', 'XJ123456', 'RJ123456/..', '../RJ123456', 'NaN', '１２３'])(
    '%j identifies no work either',
    (text) => {
      expect(parseWorkRef(text)).toBeNull()
    },
  )

  test('a very long string is rejected by its length', () => {
    expect(parseWorkRef('0'.repeat(50_000_000) + '1')).toBeNull()
  })

  test('every code and its id identify the same work', () => {
    fc.assert(
      fc.property(aCode, ({ code, id }) => {
        expect(parseWorkRef(code.toLowerCase())).toBe(id)
        expect(parseWorkRef(String(id).padStart(12, '0'))).toBe(id)
        expect(codeToId(code)).toBe(id)
      }),
    )
  })

  test('any text gives a work id or null', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const id = parseWorkRef(text)
        expect(id === null || isWorkId(id)).toBe(true)
      }),
    )
  })
})
