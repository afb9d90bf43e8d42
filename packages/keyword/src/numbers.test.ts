import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDay, parseNumber, parseSeconds } from './index.ts'

const nonsense = [
  '',
  ' ',
  '.',
  '-1',
  '+1',
  '1e3',
  '0x10',
  '1,000',
  '1.2.3',
  'NaN',
  'Infinity',
  'twenty',
  '1 2',
  '9'.repeat(400),
]

describe('parseSeconds', () => {
  test.each([
    ['20m', 1200],
    ['1h', 3600],
    ['1.2h', 4320],
    ['1.1h', 3960],
    ['90s', 90],
    ['3600', 3600],
    ['1.5', 1.5],
    ['.5h', 1800],
    ['２０Ｍ', 1200],
    [' 20 m ', 1200],
    ['0', 0],
  ])('SRC-02 %j in seconds', (text, seconds) => {
    expect(parseSeconds(text)).toBe(seconds)
  })

  test.each([...nonsense, 'm', '20d', '20mm', '1h30m', 'm20', '20 minutes'])('%j is no duration', (text) => {
    expect(parseSeconds(text)).toBeNull()
  })

  test('a unit multiplies the bare number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (hundredths) => {
        const text = (hundredths / 100).toFixed(2)
        expect(parseSeconds(text)).toBe(hundredths / 100)
        expect(parseSeconds(`${text}h`)).toBe(hundredths * 36)
        expect(parseSeconds(`${text}m`)).toBeCloseTo(hundredths * 0.6, 3)
      }),
    )
  })
})

describe('parseNumber', () => {
  test.each([
    ['4.75', 4.75],
    ['500', 500],
    ['007', 7],
    ['４．５', 4.5],
    [' 5. ', 5],
    ['.5', 0.5],
  ])('SRC-02 %j is a number', (text, number) => {
    expect(parseNumber(text)).toBe(number)
  })

  test.each([...nonsense, '20m'])('%j is no number', (text) => {
    expect(parseNumber(text)).toBeNull()
  })

  test('any text gives a finite number of at least 0, or null', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,eE+-mhs ') }), (text) => {
        for (const value of [parseNumber(text), parseSeconds(text)]) {
          expect(value === null || (Number.isFinite(value) && value >= 0)).toBe(true)
        }
      }),
    )
  })
})

describe('parseDay', () => {
  test.each([
    ['1970', 0],
    ['1970-02', 31],
    ['２０２４－０５－１２', 19_855],
    ['2024/5/12', 19_855],
    ['1969-12-31', -1],
  ])('SRC-14 %j is a day', (text, day) => {
    expect(parseDay(text)).toBe(day)
  })

  test.each([...nonsense, '2024-13', '2024-02-30', '2024-', '24', '20240512', '2024-05-12T00:00'])(
    'SRC-14 %j is no day',
    (text) => {
      expect(parseDay(text)).toBeNull()
    },
  )
})
