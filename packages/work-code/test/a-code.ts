import fc from 'fast-check'
import { workIdOf, type WorkCode, type WorkPrefix } from '../src/index.ts'

export const aPrefix: fc.Arbitrary<WorkPrefix> = fc.constantFrom('RJ', 'VJ', 'BJ')

export const aNumber: fc.Arbitrary<number> = fc.integer({ min: 1, max: 99_999_999 })

/** Any code, with any padding. */
export const aCode: fc.Arbitrary<WorkCode> = fc
  .tuple(aPrefix, aNumber, fc.integer({ min: 6, max: 8 }))
  .map(([prefix, number, width]) => {
    const digits = String(number).padStart(width, '0')
    return { prefix, digits, code: prefix + digits, id: workIdOf(prefix, number) }
  })

/** Converts ASCII to full-width forms, as a Japanese keyboard types them. */
export function widen(text: string): string {
  return text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
}
