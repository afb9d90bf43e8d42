import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createBlockSet } from './block-set.ts'
import { createGramLists } from '../indexing/gram-lists.ts'
import { addBlocks, BLOCKS_IN_A_CHUNK } from './postings.ts'

const sorted = (blocks: number[]) => [...new Set(blocks)].toSorted((a, b) => a - b)
/** Sparse ones, dense ones, and enough to become a bitmap. */
const blocksInChunk = fc.oneof(
  fc.array(fc.nat(BLOCKS_IN_A_CHUNK - 1), { minLength: 1, maxLength: 300 }).map(sorted),
  fc.record({ first: fc.nat(1_000), step: fc.integer({ min: 1, max: 6 }) }).map(({ first, step }) => {
    return Array.from({ length: 10_000 }, (_, index) => first + index * step).filter((n) => n < BLOCKS_IN_A_CHUNK)
  }),
)

test('LYR-07 blocks that are added in parts, some of them twice, are those that are found', () => {
  fc.assert(
    fc.property(blocksInChunk, fc.array(fc.nat(10_000), { maxLength: 4 }), fc.nat(5), (all, cuts, again) => {
      const places = [0, ...sorted(cuts), all.length]
      let known: { blocks: Uint8Array; lastBlock: number } | null = null
      const chunk = 3
      const numbers = all.map((place) => chunk * BLOCKS_IN_A_CHUNK + place)
      for (const [index, end] of places.slice(1).entries()) {
        known = addBlocks(known, numbers.slice(Math.max(0, places[index]! - again), end))
      }
      const set = createBlockSet([{ chunk, blocks: known!.blocks }])
      const expected = new Set(numbers)
      const wrong = Array.from({ length: BLOCKS_IN_A_CHUNK }, (_, place) => chunk * BLOCKS_IN_A_CHUNK + place).filter(
        (block) => set.hasAny(block, 1) !== expected.has(block),
      )
      expect(wrong).toEqual([])
      expect(set.isBelow(all.length)).toBe(false)
      expect(set.isBelow(all.length + 1)).toBe(true)
      expect(known!.blocks.length).toBeLessThanOrEqual(BLOCKS_IN_A_CHUNK / 8)
    }),
    { numRuns: 40 },
  )
})

test('LYR-07 what two sets have in common is asked for by ranges that cross chunks', () => {
  const ranges = fc.array(fc.tuple(fc.nat(3 * BLOCKS_IN_A_CHUNK), fc.integer({ min: 1, max: 70_000 })), {
    maxLength: 30,
  })
  const numbers = fc.array(fc.nat(3 * BLOCKS_IN_A_CHUNK - 1), { maxLength: 200 }).map(sorted)
  const inChunks = (blocks: number[]) =>
    [...Map.groupBy(blocks, (block) => Math.floor(block / BLOCKS_IN_A_CHUNK))].map(([chunk, part]) => ({
      chunk,
      blocks: addBlocks(null, part).blocks,
    }))
  fc.assert(
    fc.property(numbers, numbers, numbers, ranges, (a, b, both, asked) => {
      const set = createBlockSet(inChunks(sorted([...a, ...both])))
      set.keep(inChunks(sorted([...b, ...both])))
      const common = sorted([...a.filter((block) => b.includes(block)), ...both])
      for (const [first, count] of asked) {
        expect(set.hasAny(first, count)).toBe(common.some((block) => block >= first && block < first + count))
      }
    }),
  )
})

test('LYR-07 grams are gathered each with its blocks, however many there are', () => {
  const gram = fc.oneof(fc.nat(50), fc.integer({ min: 0, max: 2 ** 48 - 1 }))
  fc.assert(
    fc.property(fc.array(fc.array(gram, { maxLength: 60 }), { maxLength: 60 }), (blocks) => {
      const lists = createGramLists()
      const expected = new Map<number, number[]>()
      for (let round = 0; round < 2; round++) {
        lists.clear()
        expected.clear()
        for (const [block, grams] of blocks.entries()) {
          for (const one of grams) {
            lists.add(one, block)
            const list = expected.get(one) ?? []
            if (list.at(-1) !== block) expected.set(one, [...list, block])
          }
        }
      }
      const all = [...lists.entries()]
      expect(new Map(all.map(({ gram, blocks }) => [gram, blocks]))).toEqual(expected)
      expect(all.map(({ gram }) => gram)).toEqual([...expected.keys()].toSorted((a, b) => a - b))
    }),
  )
  const many = createGramLists()
  for (let index = 0; index < 100_000; index++) many.add(index * 65_537, index)
  expect(many.size()).toBe(100_000)
  expect([...many.entries()].every(({ gram, blocks }, index) => gram === index * 65_537 && blocks[0] === index)).toBe(
    true,
  )
})
