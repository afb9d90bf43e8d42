import { expect, test } from 'vitest'

import { createPackedDocuments } from './packed-documents.ts'

const editionsOf = (id: number) => (id % 3 === 0 ? [id + 1, id + 2] : [])

function open(maxBytes: number) {
  const dropped: number[] = []
  const documents = createPackedDocuments({
    maxBytes,
    onDrop(id, editionIds) {
      expect(editionIds).toEqual(editionsOf(id))
      dropped.push(id)
    },
  })
  return {
    documents,
    dropped,
    add: (id: number, text: string, ...pieces: string[]) =>
      documents.add(id, Buffer.from(text), pieces, editionsOf(id)),
    textOf(id: number) {
      const found = documents.get(id)
      return found && [found.own, ...found.pieces].map(String).join('|')
    },
  }
}

test('documents are given as they were added, whatever is replaced and dropped meanwhile', () => {
  const { documents, add, textOf } = open(4_000_000)
  const expected = new Map<number, string>()
  let state = 7
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  for (let step = 0; step < 20_000; step++) {
    const id = random(300)
    if (random(4) === 0) {
      documents.drop(id)
      expected.delete(id)
    } else {
      const [text, piece] = ['雨'.repeat(random(400)), `piece ${random(50)}`]
      add(id, text, piece, 'both')
      expected.set(id, [text, piece, 'both'].join('|'))
    }
  }
  const all = Array.from({ length: 300 }, (_, id) => id)
  expect(all.map(textOf)).toEqual(all.map((id) => expected.get(id)))
  // Ten times the budget was written, and what was live always fitted.
  expect(expected.size).toBeGreaterThan(200)
})

test('what was read stays when the budget is used up, once', () => {
  const { documents, dropped, add, textOf } = open(80_000)
  const text = 'x'.repeat(900)
  for (let id = 0; id < 60; id++) add(id, text)
  expect(dropped).toEqual([])
  expect(documents.hasRoomFor(60)).toBe(false)
  textOf(0)
  for (let id = 60; id < 100; id++) add(id, text)
  expect(documents.has(0)).toBe(true)
  expect(documents.has(1)).toBe(false)
  for (let id = 100; id < 200; id++) add(id, text)
  expect(documents.has(0)).toBe(false)
  expect(new Set(dropped).size).toBe(dropped.length)
})

test('bytes that were given stay as they are', () => {
  const { documents, add } = open(10_000)
  add(1, 'first', 'shared')
  const { own, pieces } = documents.get(1)!
  for (let id = 2; id < 200; id++) add(id, 'y'.repeat(500), 'shared')
  documents.clear()
  for (let id = 2; id < 200; id++) add(id, 'z'.repeat(500))
  expect([own, ...pieces].map(String)).toEqual(['first', 'shared'])
})

test('documents outlast the table of their pieces', () => {
  const { add, textOf } = open(100_000_000)
  add(1, 'one', 'a', 'b')
  for (let id = 2; id < 60_000; id++) add(id, '', `piece ${id}`)
  add(1_000_000, 'last', 'b', 'c')
  expect([1, 50_001, 59_999, 1_000_000].map(textOf)).toEqual(['one|a|b', '|piece 50001', '|piece 59999', 'last|b|c'])
})
