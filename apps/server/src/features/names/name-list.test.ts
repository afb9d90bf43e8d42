import { expect, test } from 'vitest'

import { createNameList } from './name-list.ts'

/** A list of two names; the test sets the catalogue's version, counts and clock. */
function aList({ writingMs }: { writingMs: number }) {
  const catalogue = { version: 1, counts: new Map([[1, 5]]), nowMs: 0, reads: 0 }
  const list = createNameList<{ id: number; name: string; count: number }>({
    load: () => {
      catalogue.reads += 1
      return Promise.resolve([
        { id: 1, name: 'Rain' },
        { id: 2, name: 'Sea' },
      ])
    },
    one: () => Promise.resolve(null),
    counts: () => catalogue.counts,
    version: () => catalogue.version,
    // Each read of the clock takes half of the writing time, because it is read before and after.
    now: () => (catalogue.nowMs += writingMs / 2),
  })
  const shown = async () =>
    JSON.parse((await (await list.answer()).body(Buffer.allocUnsafe)).toString()) as { id: number; count: number }[]
  const change = (count: number) => {
    catalogue.version += 1
    catalogue.counts = new Map([[1, count]])
  }
  return { list, catalogue, shown, change }
}

test('IDX-02 a short list follows every change at once', async () => {
  const { shown, change } = aList({ writingMs: 1 })
  for (const count of [5, 6, 7]) {
    change(count)
    expect(await shown()).toMatchObject([{ id: 1, count }])
  }
})

test('IDX-02 a list that takes long to write is given as it was for a while, then as it is', async () => {
  const { catalogue, list, shown, change } = aList({ writingMs: 40 })
  expect(await shown()).toMatchObject([{ count: 5 }])
  change(6)
  expect(await shown()).toMatchObject([{ count: 5 }])
  catalogue.nowMs += 1_000
  expect(await shown()).toMatchObject([{ count: 6 }])

  // New names appear at once, regardless of the cost.
  change(7)
  list.forget()
  expect(await shown()).toMatchObject([{ count: 7 }])
  expect(catalogue.reads).toBe(2)
})
