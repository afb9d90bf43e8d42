import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { fillTables } from '../../../test/backup-world.ts'
import { dialects, openTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { fillMore, HASH } from '../../../test/leaving-world.ts'
import { aFolder } from '../../../test/work-folders.ts'
import { knownMigrations, schemaAt } from '#db/backup/schema-at.ts'

import { exportAll } from './export-all.ts'
import { exportJsonSchema } from './export-schema.ts'
import { Manifest } from './manifest.ts'
import { leftOut, subjects } from './subjects.ts'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const docs = new URL('../../../../../docs/', import.meta.url)

function linesOf(dir: string, file: string): unknown[] {
  const text = readFileSync(join(dir, file), 'utf8')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]))
}

describe.each(dialects)('an export of everything on %s', (dialect) => {
  let database: TestDatabase
  const place = aFolder()
  const dir = join(place.path, 'new', 'export')
  beforeAll(async () => {
    database = await openTestDatabase(dialect)
    await fillTables(database)
    await fillMore(database)
    await exportAll({ database, dir })
  })
  afterAll(async () => {
    await database.remove()
    place[Symbol.dispose]()
  })

  test.for(subjects.map(({ file, line }) => [file, line] as const))(
    'MOV-10 %s has lines, and all are as its schema says',
    ([file, line]) => {
      const lines = linesOf(dir, file)
      expect(lines.length).toBeGreaterThan(0)
      for (const found of lines) expect([found, line.safeParse(found).error]).toEqual([found, undefined])
      const manifest = Manifest.parse(JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')))
      expect(manifest.lines[file]).toBe(lines.length)
    },
  )

  test('MOV-10 works, accounts and what members have are there, also of a missing work', () => {
    expect(linesOf(dir, 'works.jsonl')).toMatchObject([
      { code: 'RJ00000001', title: 'From the sidecar', release: '2026-02-03', isMissing: false },
      { code: 'RJ00000002', isMissing: true, folder: { root: '/library', path: 'RJ00000002' } },
      { code: 'RJ399999999' },
    ])
    expect(linesOf(dir, 'accounts.jsonl')).toMatchObject([
      { name: 'listener', group: 'administrator', email: null },
      { name: 'other', group: 'user', email: 'other@example.org' },
    ])
    const review = { code: 'RJ00000001', userRating: 5, review_text: 'よかった' }
    expect(linesOf(dir, 'reviews.jsonl')).toMatchObject([{ account: 'listener', ...review }])
    expect(linesOf(dir, 'positions.jsonl')).toMatchObject([
      { account: 'other', code: 'RJ00000001', path: '01.wav', seconds: 12.5, device: { name: 'Phone' } },
    ])
    expect(linesOf(dir, 'names.jsonl')).toContainEqual(
      expect.objectContaining({ kind: 'tag', name: 'old rain', mergedInto: 1 }),
    )
    expect(linesOf(dir, 'edits.jsonl')).toMatchObject([
      { code: 'RJ000001', by: 'listener', undoneBy: 2 },
      { undoes: 1 },
    ])
  })

  test('MOV-10 no password hash, token or visitor address is in any file, and only its owner reads them', () => {
    const files = readdirSync(dir)
    expect(files.toSorted()).toEqual([...subjects.map(({ file }) => file), 'manifest.json'].toSorted())
    expect(modeOf(dir)).toBe('700')
    for (const file of files) {
      const text = readFileSync(join(dir, file), 'utf8')
      for (const secret of ['argon2', HASH, 'verify-hash', 'subject-hash', '203.0.113.7'])
        expect(text).not.toContain(secret)
      expect(modeOf(join(dir, file))).toBe('600')
    }
  })

  test('MOV-10 what is written meanwhile is not in it', async () => {
    const writes: Promise<unknown>[] = []
    const onProgress = () => {
      if (writes.length === 0) writes.push(database.write.updateTable('tag_vote').set({ vote: 2 }).execute())
    }
    const later = join(place.path, 'later')
    await exportAll({ database, dir: later, onProgress })
    await Promise.all(writes)
    expect(linesOf(later, 'tag-votes.jsonl')).toEqual(linesOf(dir, 'tag-votes.jsonl'))
    await exportAll({ database, dir: join(place.path, 'last') })
    expect(linesOf(join(place.path, 'last'), 'tag-votes.jsonl')).toMatchObject([{ vote: 'down' }])
  })

  test('MOV-10 it refuses a folder with files, takes an empty one, and leaves nothing when cancelled', async () => {
    using folder = aFolder()
    writeFileSync(join(folder.path, 'precious'), '')
    await expect(exportAll({ database, dir: folder.path })).rejects.toThrow('is not an empty folder')
    await expect(exportAll({ database, dir: join(folder.path, 'precious') })).rejects.toThrow('is not an empty folder')
    const stop = new AbortController()
    const cancelled = join(folder.path, 'cancelled')
    const onProgress = () => stop.abort(new Error('enough'))
    await expect(exportAll({ database, dir: cancelled, signal: stop.signal, onProgress })).rejects.toThrow('enough')
    expect(readdirSync(folder.path)).toEqual(['precious'])
    mkdirSync(join(folder.path, 'empty'))
    await exportAll({ database, dir: join(folder.path, 'empty') })
    expect(readdirSync(folder.path).toSorted()).toEqual(['empty', 'precious'])
  })
})

test('MOV-10 every table is in a file, or is left out for a reason', async () => {
  const tables = (await schemaAt((await knownMigrations()).at(-1) ?? '')).map(({ name }) => name)
  const exported = new Set<string>(subjects.flatMap((subject) => subject.tables))
  const known = [...exported, ...Object.keys(leftOut)]
  expect(known.toSorted()).toEqual(tables.toSorted())
})

test('MOV-10 the published schema is current, and docs/moving.md lists every file', () => {
  // Generated by `node scripts/export-schema.ts`.
  expect(JSON.parse(readFileSync(new URL('export.schema.json', docs), 'utf8'))).toEqual(exportJsonSchema())
  const text = readFileSync(new URL('moving.md', docs), 'utf8')
  for (const { file } of subjects) expect(text).toContain(`| \`${file}\``)
})
