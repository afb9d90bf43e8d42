import { expect, test } from 'vitest'

import { readExport, refusedField } from './read-export.ts'

const file = (value: unknown) => new Blob([typeof value === 'string' ? value : JSON.stringify(value)])
const parts = { reviews: [], places: [], history: [], playlists: { own: [], liked: [] }, tagVotes: [] }

test('MOV-09 of an export only what is imported is sent', async () => {
  expect(await readExport(file({ account: { name: 'akari' }, putAside: [1], ...parts }))).toEqual([parts])
  expect(await readExport(file({ account: {} }))).toEqual([parts])
})

test('MOV-09 another file, or one that is too large, is recognised before it is sent', async () => {
  expect(await readExport(file({ account: {}, reviews: 'none' }))).toMatchObject([{ reviews: 'none' }])
  for (const other of ['', 'PK\u0003', '[]', 'null', '7', '{"reviews": []}']) {
    expect(await readExport(file(other)), other).toBe('notExport')
  }
  const reviews = ['x'.repeat(10_000_000)]
  expect(await readExport(file({ account: {}, reviews }))).toBe('tooLarge')
  const huge = file('{}')
  Object.defineProperty(huge, 'size', { value: 500_000_001 })
  expect(await readExport(huge)).toBe('tooLarge')
})

test('MOV-14 a large export is sent in parts', async () => {
  const reviews = Array.from({ length: 3_000 }, (_, index) => ({ code: `RJ${index}`, review_text: '雨'.repeat(2_000) }))
  const read = await readExport(file({ account: {}, reviews }))
  if (typeof read === 'string') throw new Error(read)
  expect(read).toHaveLength(2)
  expect(read.flatMap((part) => part.reviews)).toEqual(reviews)
})

test('MOV-09 a refused value is named by its field', () => {
  expect(refusedField('data.reviews.0.userRating: Invalid input')).toBe('reviews.0.userRating')
  expect(refusedField('server.busy')).toBeUndefined()
})
