import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { findWorkCode } from '@otodana/work-code'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects, openTestDatabase, type TestDatabase } from '../../../../test/databases.ts'
import {
  ImportFileError,
  importMetadata,
  readImported,
  resolveMetadata,
  saveWorkMetadata,
  storeFolderMetadata,
} from '../index.ts'
import type { MetadataSources } from '../resolve.ts'

describe.each(dialects)('importMetadata on %s', (dialect) => {
  let db: TestDatabase
  let dir: string
  beforeEach(async () => {
    db = await openTestDatabase(dialect)
    dir = mkdtempSync(join(tmpdir(), 'otodana-import-'))
  })
  afterEach(async () => {
    await db.remove()
    rmSync(dir, { recursive: true, force: true })
  })

  function importText(text: string | Uint8Array, options = {}) {
    const path = join(dir, 'works.jsonl')
    writeFileSync(path, text)
    return importMetadata(db, path, options)
  }

  const stored = () => db.read.selectFrom('imported_metadata').select('work_id').orderBy('work_id').execute()

  type Read = Partial<Pick<MetadataSources, 'sidecar' | 'left'>> | null

  /** @param read  what a scan has read in its folder; null: none has */
  async function addWork(codeText: string, path: string, read: Read = {}): Promise<void> {
    const code = findWorkCode(codeText)!
    const folder = { sidecar: null, left: null, addedOn: '2026-01-01', ...read }
    const sources = { code, folderName: basename(path), imported: null, embedded: [], ...folder }
    const work = { id: code.id, sourceId: code.code, root: dir, path, metadata: resolveMetadata(sources) }
    await db.write.transaction().execute(async (tx) => {
      await saveWorkMetadata(tx, work)
      if (read) await storeFolderMetadata(tx, code.id, folder)
    })
    await db.write.updateTable('work').set({ signature: 'read' }).where('id', '=', code.id).execute()
  }
  const workRow = (id: number) => db.read.selectFrom('work').selectAll().where('id', '=', id).executeTakeFirst()

  test('ADM-02 works are not merged while the database is kept from others', async () => {
    await addWork('RJ01000001', 'RJ01000001 Rain', { sidecar: { title: 'Rain' } })
    const written: string[] = []
    const write = db.write.withPlugin({
      transformQuery({ node }) {
        written.push(JSON.stringify(node))
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    writeFileSync(join(dir, 'works.jsonl'), '{"code":"RJ01000001","title":"Rain"}')
    const report = await importMetadata({ ...db, write }, join(dir, 'works.jsonl'))
    expect(report).toMatchObject({ works: 1, unchanged: 1, applied: 1 })
    const reads = written.filter((query) => query.includes('SelectQueryNode'))
    expect(reads.filter((query) => query.includes('imported_metadata'))).toHaveLength(1)
    expect(written.filter((query) => query.includes('folder_metadata'))).toEqual([])
  })

  test('ADM-02 lines are stored for works that are not there yet', async () => {
    const text = '\uFEFF{"code":"RJ01000001","title":"A"}\r\n\r\n  \n{"code":"vj010203","title":"B","circle":null}'
    expect(await importText(text)).toEqual({
      works: 2,
      added: 2,
      changed: 0,
      unchanged: 0,
      applied: 0,
      waiting: 2,
      problems: [],
      problemCount: 0,
    })
    expect(await readImported(db.read, 1_000_001)).toEqual({ title: 'A' })
    expect(await readImported(db.read, 100_010_203)).toEqual({ title: 'B' })
  })

  test('META-35 a later import changes only the fields that it names, and null clears one', async () => {
    await importText('{"code":"RJ01000001","title":"A","price":5,"tags":["rain","bells"],"circle":{"name":"Moon"}}\n')
    const second = '{"code":"rj01000001","title":"B","tags":["snow"],"price":null}'
    expect(await importText(`${second}\n{"code":"RJ01000002"}\n`)).toMatchObject({ works: 2, added: 1, changed: 1 })
    expect(await readImported(db.read, 1_000_001)).toEqual({
      title: 'B',
      tags: [{ name: 'snow' }],
      circle: { name: 'Moon' },
    })
    await importText('{"code":"RJ01000001","title":null,"circle":null,"tags":null}')
    expect(await readImported(db.read, 1_000_001)).toEqual({})
  })

  test('META-35 the same import twice is as once, and what is cleared comes from the next source', async () => {
    await addWork('RJ01000001', 'RJ01000001 Folder title')
    const lines = '{"code":"RJ01000001","title":"Imported","release":"2026-09-01"}'
    await importText(lines)
    const once = await readImported(db.read, 1_000_001)
    await importText(lines)
    expect(await readImported(db.read, 1_000_001)).toEqual(once)
    expect(await workRow(1_000_001)).toMatchObject({ title: 'Imported', release: '2026-09-01' })
    await importText('{"code":"RJ01000001","title":null}')
    expect(await workRow(1_000_001)).toMatchObject({ title: 'Folder title', release: '2026-09-01' })
  })

  test('META-34 META-21 an import keeps what folders and other programs say', async () => {
    await addWork('RJ01000003', 'new/[月影工房] Night RJ01000003')
    await addWork('RJ01000001', '月影工房/RJ01000001', { left: { title: 'Rain' } })
    await addWork('RJ01000002', '月影工房/RJ01000002 Snow')
    await importText('{"code":"RJ01000001","price":5}\n{"code":"RJ01000002","price":6}')
    const circle = await db.read.selectFrom('circle').select('id').where('name', '=', '月影工房').executeTakeFirst()
    expect(await workRow(1_000_001)).toMatchObject({ title: 'Rain', price: 5, circle_id: circle?.id })
    expect(await workRow(1_000_002)).toMatchObject({ title: 'Snow', price: 6, circle_id: circle?.id })
  })

  test('META-35 a null of a field that does not exist is a problem', async () => {
    const { problems } = await importText('{"code":"RJ01000001","titel":null,"__proto__":null,"price":null}')
    expect(problems.map(({ message }) => message).join()).toContain('unknown field "titel" (did you mean title?)')
  })

  test('EDT-01 a work that no scan has read since keeps what is known of it until then', async () => {
    await addWork('RJ01000004', 'RJ01000004 Known', null)
    expect(await importText('{"code":"RJ01000004","title":"Imported"}')).toMatchObject({ applied: 0, waiting: 1 })
    expect(await workRow(1_000_004)).toMatchObject({ title: 'Known', signature: null })
  })

  test('ADM-02 works in the library show it at once, under what their sidecars say', async () => {
    await addWork('RJ01000001', 'RJ01000001 Folder title')
    await addWork('RJ01000002', 'RJ01000002', { sidecar: { title: 'Sidecar title' } })
    const file = {
      work_id: 1_000_002,
      path: '1.mp3',
      kind: 'audio',
      size_bytes: 1,
      mtime_ms: 1,
      fingerprint: '',
      has_picture: 0,
      state: 'present',
    } as const
    await db.write
      .insertInto('file')
      .values({ ...file, tags: JSON.stringify({ artist: 'Tag circle' }) })
      .execute()
    const lines = [
      { code: 'RJ01000001', title: 'Imported', circle: 'Moon', tags: ['rain'] },
      { code: 'RJ01000002', title: 'Imported', price: 7 },
      { code: 'RJ01000003', title: 'Elsewhere' },
    ]
    expect(await importText(lines.map((line) => JSON.stringify(line)).join('\n'))).toMatchObject({
      applied: 2,
      waiting: 1,
    })
    expect(await workRow(1_000_001)).toMatchObject({ title: 'Imported', metadata_source: 'import', signature: null })
    const tags = await db.read
      .selectFrom('work_tag')
      .innerJoin('tag', 'tag.id', 'tag_id')
      .select(['work_id', 'name'])
      .execute()
    expect(tags).toEqual([{ work_id: 1_000_001, name: 'rain' }])
    const second = await workRow(1_000_002)
    expect(second).toMatchObject({ title: 'Sidecar title', metadata_source: 'sidecar', price: 7, signature: null })
    const circle = db.read.selectFrom('circle').select('name').where('id', '=', second!.circle_id)
    expect(await circle.executeTakeFirst()).toEqual({ name: 'Tag circle' })
    expect(second?.create_date).toBe('2026-01-01')
  })

  test('EDT-01 a work whose folder is away shows an import at once, under its sidecar', async () => {
    await addWork('RJ01000001', 'away/RJ01000001 Folder title', { sidecar: { price: 5 } })
    const line = '{"code":"RJ01000001","title":"Imported","price":7}'
    expect(await importText(line)).toMatchObject({ applied: 1, waiting: 0 })
    expect(await workRow(1_000_001)).toMatchObject({ title: 'Imported', price: 5 })
  })

  test('ADM-02 one bad line and nothing is written; every problem has its line and field', async () => {
    const report = await importText(
      [
        '{"code":"RJ01000001","title":"fine"}',
        '{"code":"RJ01000002","titel":"typo"}',
        '{"title":"no code"}',
        'not json',
        '[]',
        '',
        '{"code":"RJ01000001"}',
        '{"code":"RJ01000003","rating":{"detail":{"5":1},"count":9},"tags":["a",5]}',
      ].join('\n'),
    )
    expect(report.problems).toEqual([
      { line: 2, field: '', message: 'unknown field "titel" (did you mean title?)' },
      { line: 3, field: 'code', message: 'is missing' },
      { line: 4, field: '', message: 'is not JSON' },
      { line: 5, field: '', message: 'must be an object' },
      { line: 7, field: 'code', message: 'RJ01000001 is in line 1 already' },
      { line: 8, field: 'tags[1]', message: 'must be text or an object' },
      { line: 8, field: 'rating', message: 'count is 9, but detail adds up to 1' },
    ])
    expect(report).toMatchObject({ added: 0, applied: 0, problemCount: 7 })
    expect(await stored()).toEqual([])
  })

  test('a dry run writes nothing', async () => {
    expect(await importText('{"code":"RJ01000001"}', { dryRun: true })).toMatchObject({ works: 1, problemCount: 0 })
    expect(await stored()).toEqual([])
  })

  test('a line without an end, and bytes that are no text, are problems of their line', async () => {
    const long = Buffer.alloc(3 * 1024 * 1024, 'a')
    const report = await importText(
      Buffer.concat([Buffer.from('{"code":"RJ01000001"}\n'), long, Buffer.from('\n"\xff"', 'latin1')]),
    )
    expect(report.problems).toEqual([
      { line: 2, field: '', message: 'is longer than 256 kB' },
      { line: 3, field: '', message: 'is not UTF-8 text' },
    ])
  })

  test('nested brackets without end are a problem, not a crash', async () => {
    const report = await importText(`{"code":"RJ01000001","title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
    expect(report.problems).toHaveLength(1)
  })

  test('of very many problems the first are listed', async () => {
    const report = await importText('x\n'.repeat(1_000))
    expect(report).toMatchObject({ problemCount: 1_000, problems: expect.objectContaining({ length: 200 }) })
  })

  test('a file that is not there is said so', async () => {
    await expect(importMetadata(db, join(dir, 'none.jsonl'))).rejects.toThrow(ImportFileError)
    await expect(importMetadata(db, dir)).rejects.toThrow(/is not a file|cannot be read/)
  })

  test('ADM-02 many works go in together, with progress', async () => {
    const lines = Array.from(
      { length: 2_500 },
      (_, index) => `{"code":"RJ0${2_000_000 + index}","title":"作品 ${index}"}`,
    )
    const phases = new Set<string>()
    const onProgress = ({ phase }: { phase: string }) => phases.add(phase)
    expect(await importText(lines.join('\n'), { onProgress })).toMatchObject({
      works: 2_500,
      added: 2_500,
      waiting: 2_500,
    })
    expect([...phases]).toEqual(['checking', 'writing'])
    expect(await stored()).toHaveLength(2_500)
  })
})
