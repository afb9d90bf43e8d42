import type { CatalogueWork } from '@otodana/catalogue'

import { type Database, type DatabaseLocation, openDatabase } from '#server/db/open.ts'
import { openIndexWriter } from '#server/features/subtitles/indexing/index-writer.ts'

import type { SubtitleGenerator } from './generated-subtitles.ts'

export const FILES_OF_A_WORK = 5
const FILES_AT_ONCE = 32
const ROWS_AT_ONCE = 2_000

export type Indexed = { lines: number; seconds: number }

/** Adds this many subtitle files to a database with works, and indexes the generated lines. */
export async function fillSubtitles(
  location: DatabaseLocation,
  works: readonly CatalogueWork[],
  fileCount: number,
  generator: SubtitleGenerator,
): Promise<Indexed> {
  const database = await openDatabase(location)
  try {
    const ids = await insertFiles(database, works, fileCount)
    const workOf = (file: number) => works[Math.floor(file / FILES_OF_A_WORK)]!.id
    return await index(database, ids, generator, workOf)
  } finally {
    await database.close()
  }
}

async function insertFiles({ write }: Database, works: readonly CatalogueWork[], count: number): Promise<number[]> {
  const ids: number[] = []
  await write.transaction().execute(async (tx) => {
    for (let start = 0; start < count; start += ROWS_AT_ONCE) {
      const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, count - start) }, (_, offset) => ({
        work_id: works[Math.floor((start + offset) / FILES_OF_A_WORK)]!.id,
        path: `${(start + offset) % FILES_OF_A_WORK}.lrc`,
        kind: 'text' as const,
        size_bytes: 1,
        mtime_ms: 0,
        fingerprint: 'generated',
        has_picture: 0 as const,
        state: 'present' as const,
      }))
      const added = await tx.insertInto('file').values(rows).returning('id').execute()
      ids.push(...added.map(({ id }) => id))
    }
    await tx.updateTable('work').set({ has_subtitle: 1 }).execute()
  })
  return ids.toSorted((a, b) => a - b)
}

async function index(
  database: Database,
  ids: readonly number[],
  generator: SubtitleGenerator,
  workOf: (file: number) => number,
): Promise<Indexed> {
  const works = await matchedWorks(database)
  const writer = await openIndexWriter(database)
  let lines = 0
  let indexMs = 0
  const timed = async (task: () => Promise<void>) => {
    const startedAt = performance.now()
    await task()
    indexMs += performance.now() - startedAt
  }
  for (let start = 0; start < ids.length; start += FILES_AT_ONCE) {
    const texts = ids.slice(start, start + FILES_AT_ONCE).map((fileId, offset) => {
      const cues = generator.lines(start + offset)
      lines += cues.length
      const durationSeconds = cues.at(-1)!.endSeconds
      const known = works.get(workOf(start + offset))
      if (!known) throw new Error('The file belongs to no work')
      const state = { fingerprint: 'generated', mtimeMs: 0, ...known, problem: null }
      return { fileId, cues, durationSeconds, ...state }
    })
    await timed(() => writer.store(texts))
    if (start % (FILES_AT_ONCE * 250) === 0)
      console.log(`  ${start.toLocaleString('en')} files in ${(indexMs / 1_000).toFixed(0)} s`)
  }
  await timed(() => writer.flush())
  return { lines, seconds: indexMs / 1_000 }
}

/**
 * Stores each work's subtitle matches, as an indexing run does, so that the server computes none while it is measured.
 */
async function matchedWorks({ read }: Database) {
  const rows = await read
    .selectFrom('work')
    .leftJoin('file', (join) => join.onRef('file.work_id', '=', 'work.id').on('file.kind', '=', 'audio'))
    .select(['work.id', 'work.signature as workSignature', 'file.id as audioFileId'])
    .execute()
  return new Map(rows.map(({ id, workSignature, audioFileId }) => [id, { workSignature, audioFileId }]))
}
