import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aCode } from '../test/a-code.ts'
import { parseWorkRef, workPath } from './index.ts'

describe('workPath', () => {
  test("NAV-02 an RJ work's path is its code as written", () => {
    expect(workPath({ id: 1_234_567, source_id: 'RJ01234567', source_type: 'DLSITE' })).toBe('/work/RJ01234567')
    expect(workPath({ id: 123_456, source_id: 'rj00123456', source_type: null })).toBe('/work/RJ00123456')
  })

  test('NAV-02 the path of VJ, BJ and other works is id, source type and source id', () => {
    expect(workPath({ id: 100_010_203, source_id: 'VJ010203', source_type: 'DLSITE' })).toBe(
      '/work/100010203/DLSITE/VJ010203',
    )
    expect(workPath({ id: 42, source_id: 'a/b 音', source_type: 'SHELF' })).toBe('/work/42/SHELF/a%2Fb%20%E9%9F%B3')
  })

  test('NAV-02 the path of a work without a known prefix or source is its id', () => {
    expect(workPath({ id: 42, source_id: 'ZZ123', source_type: 'DLSITE' })).toBe('/work/42')
    expect(workPath({ id: 42, source_id: '', source_type: 'SHELF' })).toBe('/work/42')
    expect(workPath({ id: 42, source_id: '..', source_type: 'SHELF' })).toBe('/work/42')
    expect(workPath({ id: 42 })).toBe('/work/42')
  })

  test('a code that belongs to another id is not used as the path', () => {
    expect(workPath({ id: 42, source_id: 'RJ123456', source_type: 'SHELF' })).toBe('/work/42/SHELF/RJ123456')
  })

  test('NAV-02 the part after /work/ always identifies the work', () => {
    const other = fc.record({
      id: fc.integer({ min: 1, max: 99_999_999 }),
      source_id: fc.string({ unit: 'binary' }),
      source_type: fc.string(),
    })
    const coded = aCode.map(({ id, code }) => ({ id, source_id: code, source_type: 'DLSITE' }))
    fc.assert(
      fc.property(fc.oneof(coded, other), (work) => {
        const { pathname } = new URL(workPath(work), 'http://localhost')
        expect(pathname).toBe(workPath(work))
        expect(parseWorkRef(pathname.split('/')[2] ?? '')).toBe(work.id)
      }),
    )
  })
})
