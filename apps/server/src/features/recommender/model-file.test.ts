import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createModelBuilder, type WorkFacts } from '@otodana/recommender'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createModelFile, type Kept } from './model-file.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'otodana-model-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function aKept(works: number): Kept {
  const builder = createModelBuilder()
  const work = { circle: 1, voices: [], tags: [1], released: null, added: null, sales: 1, rating: 0, ratings: 0 }
  builder.setWorks(Array.from({ length: works }, (_, id): WorkFacts => ({ ...work, id, group: id })))
  return {
    model: builder.build(1_000),
    mark: { position: { seen: '7' }, latest: 3, removed: 0 },
    counts: { works, rows: 0, knownRows: 0, readMs: 1, buildMs: 2 },
    tuned: null,
    tuneMs: 0,
  }
}

test('REC-06 a kept model comes back as it was, also an empty one', async () => {
  const file = createModelFile(folder, 'code')
  expect(await file.load()).toBeNull()
  for (const kept of [aKept(30), aKept(0)]) {
    await file.save(kept)
    expect(await file.load()).toEqual(kept)
  }
})

test('REC-06 a model that is damaged, or of other code, is not used', async () => {
  await createModelFile(folder, 'code').save(aKept(30))
  expect(await createModelFile(folder, 'other').load()).toBeNull()
  const path = join(folder, 'recommender.kept')
  const bytes = readFileSync(path)
  bytes[40]! ^= 1
  writeFileSync(path, bytes)
  expect(await createModelFile(folder, 'code').load()).toBeNull()
  writeFileSync(path, bytes.subarray(0, 100))
  expect(await createModelFile(folder, 'code').load()).toBeNull()
})
