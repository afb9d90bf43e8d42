import { setImmediate } from 'node:timers/promises'

import { MAX_LISTED_FAILURES } from '@otodana/contract'
import { fastify } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects, openTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { aWorkRow } from '../../../test/work-rows.ts'
import { editingFeature } from '#features/editing/index.ts'
import { storeFolderMetadata } from '#features/metadata/index.ts'
import type { JobHandler } from '#jobs/queue.ts'
import { createLocalStorage } from '#storage/local.ts'

import { createSelections, type SelectionDeps } from './selections.service.ts'

const WORKS = 200
const ids = Array.from({ length: WORKS }, (_, at) => 1_000_001 + at)
const editor = { accountId: null, otherName: 'the-editor' }

describe.each(dialects)('a change of many works on %s', { timeout: 60_000 }, (dialect) => {
  let database: TestDatabase
  let selections: ReturnType<typeof createSelections>
  let handle: JobHandler
  beforeEach(async () => {
    database = await openTestDatabase(dialect)
    const circle = await database.write
      .insertInto('circle')
      .values({ name: 'Circle', name_key: 'circle' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.write.transaction().execute(async (tx) => {
      for (const id of ids) {
        await tx
          .insertInto('work')
          .values({ ...aWorkRow(id), circle_id: circle.id })
          .execute()
        await storeFolderMetadata(tx, id, { sidecar: null, left: null, addedOn: '2026-01-01' })
      }
    })
    const editing = editingFeature(fastify(), {
      database,
      storage: createLocalStorage([]),
      config: { dataDir: '' },
      catalogue: { catchUp: () => Promise.resolve() },
      addPersonalData: () => {},
    })
    const queue = {
      work: (_kind: string, _atOnce: number, given: JobHandler) => (handle = given),
      wake: () => {},
      cancel: () => Promise.resolve(0),
    }
    selections = createSelections({ database, editing, queue } as Partial<SelectionDeps> as SelectionDeps)
    selections.start()
  })
  afterEach(() => database.remove())

  /** Runs a change as a job does. */
  const run = (id: number) =>
    handle({
      id: 1,
      data: id,
      attempt: 1,
      signal: new AbortController().signal,
      report: () => {},
      complete: () => Promise.resolve(),
    })

  async function cancelHalfWay(id: number) {
    const ending = run(id)
    do await Promise.race([ending, setImmediate()])
    while ((await selections.get(id)).done === 0)
    await selections.cancel(id)
    await ending
    return selections.get(id)
  }

  test('EDT-33 a cancel arrives while works are changed, and while they are given back', async () => {
    const { id } = await selections.edit(ids, { addTags: ['New'], removeTags: [] }, editor)
    const half = await cancelHalfWay(id)
    expect(half.state).toBe('cancelled')
    expect(half.changed).toBeGreaterThan(0)
    expect(half.changed).toBeLessThan(WORKS)
    expect(await database.read.selectFrom('work_edit').select('work_id').execute()).toHaveLength(half.changed)

    const all = await selections.edit(ids, { addTags: ['Other'], removeTags: [] }, editor)
    await run(all.id)
    const undo = await selections.undo(all.id, editor)
    const undone = await cancelHalfWay(undo.id)
    expect(undone.state).toBe('cancelled')
    expect(undone.changed).toBeLessThan(WORKS)
  })

  test('EDT-32 failures are counted, the first are listed, and their works are not read for it', async () => {
    const absent = Array.from({ length: MAX_LISTED_FAILURES + 20 }, (_, at) => 5_000_001 + at)
    const { id } = await selections.edit(
      [...absent, ...ids.slice(0, 2)],
      { age: 'r15', addTags: [], removeTags: [] },
      editor,
    )
    await run(id)
    await database.write.updateTable('selection_edit').set({ work_ids: 'not read' }).execute()
    const [edit] = await selections.list()
    expect(edit).toMatchObject({ total: absent.length + 2, done: absent.length + 2, changed: 2, failed: absent.length })
    expect(edit!.failures).toEqual(
      absent.slice(0, MAX_LISTED_FAILURES).map((workId) => ({ workId, code: '', title: '', reason: 'missing' })),
    )
    expect(await selections.get(id)).toEqual(edit)
  })

  test('EDT-33 two processes that run the same change make it once', async () => {
    const { id } = await selections.edit(ids, { age: 'r15', addTags: [], removeTags: [] }, editor)
    const ends = await Promise.allSettled([run(id), run(id)])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await selections.get(id)).toMatchObject({ done: WORKS, changed: WORKS, failed: 0 })
    expect(await database.read.selectFrom('work_edit_history').select('id').execute()).toHaveLength(WORKS)
  })
})
