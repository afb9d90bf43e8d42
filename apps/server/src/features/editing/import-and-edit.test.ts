import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects, openTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { aWorkRow } from '../../../test/work-rows.ts'
import { importMetadata, readImported, storeFolderMetadata } from '#features/metadata/index.ts'
import { createLocalStorage } from '#storage/local.ts'

import { createEditing } from './editing.service.ts'

const works = Array.from({ length: 20 }, (_, at) => 1_000_001 + at)
const fields = { title: 'Imported', price: 660, release: '2026-09-01', description: 'Rain', dl_count: 7 }

describe.each(dialects)('imports and edits at once on %s', (dialect) => {
  let database: TestDatabase
  let dir: string
  beforeEach(async () => {
    database = await openTestDatabase(dialect)
    dir = mkdtempSync(join(tmpdir(), 'otodana-import-'))
    await database.write.transaction().execute(async (tx) => {
      const circle = await tx
        .insertInto('circle')
        .values({ name: 'Circle', name_key: 'circle' })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const id of works) {
        await tx
          .insertInto('work')
          .values({ ...aWorkRow(id), circle_id: circle.id })
          .execute()
        await storeFolderMetadata(tx, id, { sidecar: null, left: null, addedOn: '2026-01-01' })
      }
    })
  })
  afterEach(async () => {
    await database.remove()
    rmSync(dir, { recursive: true, force: true })
  })

  test('META-71 imports and an edit of the same works lose no field', async () => {
    const editing = createEditing({
      database,
      storage: createLocalStorage([]),
      uploadDir: dir,
      onChange: () => Promise.resolve(),
    })
    const imports = Object.entries(fields).map(([field, value]) => {
      const path = join(dir, `${field}.jsonl`)
      writeFileSync(path, works.map((id) => JSON.stringify({ code: `RJ0${id}`, [field]: value })).join('\n'))
      return importMetadata(database, path)
    })
    const editor = { accountId: null, otherName: 'editor' }
    await Promise.all([...imports, editing.editWorks(editor, works, () => ({ set: { title: 'Edited' } }))])
    for (const id of works) expect(await readImported(database.read, id)).toEqual(fields)
    const rows = await database.read
      .selectFrom('work')
      .select(['title', 'price', 'release', 'description', 'dl_count'])
      .distinct()
      .execute()
    expect(rows).toEqual([{ ...fields, title: 'Edited' }])
  })
})
