import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aCode, widen } from '../test/a-code.ts'
import { findWorkCode, findWorkCodes, parseWorkCode } from './index.ts'

describe('findWorkCode', () => {
  test.each([
    ['RJ01234567', 'RJ01234567', 1234567],
    ['[RJ123456] Rain on the roof (mp3)', 'RJ123456', 123456],
    ['雨音のすむ部屋_rj01234567_wav', 'RJ01234567', 1234567],
    ['Ｒｊ０１２３４５６７　睡眠', 'RJ01234567', 1234567],
    ['backup of vj010203.zip', 'VJ010203', 100_010_203],
    ['BJ01000001', 'BJ01000001', 201_000_001],
    ['1RJ1234567', 'RJ1234567', 1234567],
    ['RJRJ123456', 'RJ123456', 123456],
    ['RJ123456789 is none, VJ123456 is one', 'VJ123456', 100_123_456],
    ['RJ000000 is none, RJ000001 is one', 'RJ000001', 1],
  ])('ADM-01 a folder named %j holds %s', (folder, code, id) => {
    const found = findWorkCode(folder)
    expect(found).toEqual({ prefix: code.slice(0, 2), digits: code.slice(2), code, id })
  })

  test.each(['', 'RJ', 'RJ12345', 'RJ123456789', 'RJ12345６789', 'CJ123456', 'R J123456', 'RJ-123456', 'RJ00000000'])(
    'ADM-01 a folder named %j holds no code',
    (folder) => {
      expect(findWorkCode(folder)).toBeNull()
    },
  )

  test('superscript digits after a code are not part of it', () => {
    expect(findWorkCode('RJ123456²')?.code).toBe('RJ123456')
  })

  test('ADM-01 every code is found in any case and width, within any text', () => {
    const around = fc.string({ unit: 'binary' }).filter((text) => !/[0-9０-９]|[rvbＲＶＢｒｖｂ]$/i.test(text))
    fc.assert(
      fc.property(aCode, fc.boolean(), fc.boolean(), around, around, (code, isLower, isWide, before, after) => {
        const cased = isLower ? code.code.toLowerCase() : code.code
        expect(findWorkCode(before + (isWide ? widen(cased) : cased) + after)).toEqual(code)
      }),
    )
  })
})

describe('findWorkCodes', () => {
  test('a work is listed once, with all its ranges', () => {
    const text = 'RJ123456, vj123456; rj00123456'
    const found = findWorkCodes(text)
    expect(found.map(({ code }) => code)).toEqual(['RJ123456', 'VJ123456'])
    expect(found[0]?.ranges.map(({ start, end }) => text.slice(start, end))).toEqual(['RJ123456', 'rj00123456'])
    expect(found[1]?.ranges).toEqual([{ start: 10, end: 18 }])
  })

  test('ranges count UTF-16 units of the original text', () => {
    const text = '㍿𠮷 ＲＪ１２３４５６ …'
    const range = findWorkCodes(text)[0]?.ranges[0]
    expect(text.slice(range?.start, range?.end)).toBe('ＲＪ１２３４５６')
  })

  test('adjacent codes are all found, in order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(aCode, { selector: ({ id }) => id }), (codes) => {
        const found = findWorkCodes(codes.map(({ code }) => code).join('\n'))
        expect(found).toEqual(codes.map((code) => ({ ...code, ranges: [expect.anything()] })))
      }),
    )
  })

  test('the first code is the one findWorkCode finds, and each range contains that code', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'RJVBrj０１0123456789 '), maxLength: 60 })
    fc.assert(
      fc.property(noise, (text) => {
        const all = findWorkCodes(text)
        const [first] = all
        expect(findWorkCode(text)?.code).toBe(first?.code)
        for (const { id, ranges } of all) {
          for (const { start, end } of ranges) expect(parseWorkCode(text.slice(start, end))?.id).toBe(id)
        }
      }),
    )
  })

  test('a text of a megabyte is read in one pass', () => {
    const text = `${'RJ'.repeat(200_000)}${'1'.repeat(400_000)} ${'RJ12345 '.repeat(25_000)}RJ123456`
    expect(findWorkCodes(text).map(({ id }) => id)).toEqual([123456])
  })
})

describe('parseWorkCode', () => {
  test('accepts only a string that is one code', () => {
    expect(parseWorkCode('rj01234567')).toEqual({ prefix: 'RJ', digits: '01234567', code: 'RJ01234567', id: 1234567 })
    for (const text of [' RJ123456', 'RJ123456\n', 'RJ123456a', 'RJ12345', 'RJ123456789', '123456', '']) {
      expect(parseWorkCode(text)).toBeNull()
    }
  })
})
