import fc from 'fast-check'
import { expect, test } from 'vitest'

import { TextTable } from './text-table.ts'

test('EDI-01 a table of texts answers as a map does, whatever is added and removed, and numbers are used again', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 2 }),
    fc.integer({ min: 0, max: 300 }).map((n) => `rj${n}`),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), text), { maxLength: 600 }), (steps) => {
      const texts: string[] = []
      const table = new TextTable((number) => texts[number]!)
      const numbers = new Map<string, number>()
      const free: number[] = []
      for (const [isAdded, each] of steps) {
        expect(table.find(each)).toBe(numbers.get(each) ?? -1)
        if (isAdded && !numbers.has(each)) {
          const number = free.pop() ?? texts.length
          texts[number] = each
          table.add(each, number)
          numbers.set(each, number)
        } else if (!isAdded && numbers.has(each)) {
          table.remove(each)
          free.push(numbers.get(each)!)
          numbers.delete(each)
        }
      }
      for (const each of texts) expect(table.find(each)).toBe(numbers.get(each) ?? -1)
    }),
  )
})

test('EDI-01 of texts that differ only at their ends each is found', () => {
  const texts = Array.from({ length: 5_000 }, (_, at) => `rj0100${at}`)
  let reads = 0
  const table = new TextTable((number) => {
    reads += 1
    return texts[number]!
  })
  for (const [number, text] of texts.entries()) table.add(text, number)
  reads = 0
  for (const text of texts) table.find(text)
  expect(reads).toBeLessThan(2 * texts.length)
  for (const text of texts.filter((_, at) => at % 3 === 0)) table.remove(text)
  for (const [number, text] of texts.entries()) expect(table.find(text)).toBe(number % 3 === 0 ? -1 : number)
})
