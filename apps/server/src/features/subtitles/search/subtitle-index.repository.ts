import type { Age } from '@otodana/contract'
import { sql } from 'kysely'

import type { Db } from '#db/open.ts'

/** An indexed subtitle file, in the order of results. */
export type IndexedFile = { fileId: number; workId: number; firstBlock: number; blockCount: number }

export type FileText = {
  fileId: number
  workId: number
  path: string
  audioFileId: number | null
  firstBlock: number
  cues: Uint8Array
}

export type WorkFile = {
  fileId: number
  path: string
  firstBlock: number | null
  blockCount: number
  audioFileId: number | null
}

export type FoundWork = {
  id: number
  title: string
  sourceId: string
  sourceType: string
  circle: string
  ageCategory: Age
}

/** Database queries of the search. */
export function createSubtitleIndexRepository(read: Db) {
  const presentTexts = () =>
    read
      .selectFrom('subtitle_text')
      .innerJoin('file', 'file.id', 'subtitle_text.file_id')
      .innerJoin('work', 'work.id', 'file.work_id')
      .where('file.state', '=', 'present')
      .where('work.state', '=', 'present')
      .where('subtitle_text.first_block', 'is not', null)

  return {
    /** Changes after every write. */
    async version(): Promise<number> {
      return (await read.selectFrom('subtitle_index').select('version').executeTakeFirstOrThrow()).version
    },

    /**
     * Lists searchable files: newest works first, as in the library's lists; a work's files in order of insertion. One
     * statement, so that no file is missed while it is indexed again.
     */
    async listFiles(): Promise<IndexedFile[]> {
      const rows = await presentTexts()
        .select(['file.id', 'file.work_id', 'subtitle_text.first_block', 'subtitle_text.block_count'])
        .where('subtitle_text.first_block', '<', (select) => select.selectFrom('subtitle_index').select('indexed_to'))
        .orderBy('work.create_date', 'desc')
        .orderBy('work.id', 'desc')
        .orderBy('file.id')
        .execute()
      return rows.map((row) => ({
        fileId: row.id,
        workId: row.work_id,
        firstBlock: row.first_block!,
        blockCount: row.block_count,
      }))
    },

    /** Returns the size in bytes of each gram's postings; unknown grams are omitted. */
    async sizesOf(grams: readonly number[]): Promise<Map<number, number>> {
      const rows = await read
        .selectFrom('subtitle_postings')
        .select(['gram', sql<number>`sum(length(blocks))`.as('bytes')])
        .where('gram', 'in', [...grams])
        .groupBy('gram')
        .execute()
      return new Map(rows.map(({ gram, bytes }) => [gram, Number(bytes)]))
    },

    async postingsOf(gram: number): Promise<{ chunk: number; blocks: Uint8Array }[]> {
      return read.selectFrom('subtitle_postings').select(['chunk', 'blocks']).where('gram', '=', gram).execute()
    },

    /**
     * Returns texts in the given order, including those of missing works: work rows are long, and only read for
     * results.
     */
    async texts(fileIds: readonly number[]): Promise<FileText[]> {
      const rows = await read
        .selectFrom('subtitle_text')
        .innerJoin('file', 'file.id', 'subtitle_text.file_id')
        .select([
          'file.id',
          'file.work_id',
          'file.path',
          'subtitle_text.audio_file_id',
          'subtitle_text.first_block',
          'subtitle_text.cues',
        ])
        .where('subtitle_text.file_id', 'in', [...fileIds])
        .where('file.state', '=', 'present')
        .where('subtitle_text.first_block', 'is not', null)
        .execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      return fileIds.flatMap((id) => {
        const row = byId.get(id)
        return row ? [toFileText(row)] : []
      })
    },

    /** Returns a work's subtitles, indexed or not, sorted by path. Changed files get other blocks. */
    async filesOfWork(workId: number): Promise<WorkFile[]> {
      return presentTexts()
        .select([
          'file.id as fileId',
          'file.path',
          'subtitle_text.first_block as firstBlock',
          'subtitle_text.block_count as blockCount',
          'subtitle_text.audio_file_id as audioFileId',
        ])
        .where('file.work_id', '=', workId)
        .orderBy('file.path')
        .execute()
    },

    async works(ids: readonly number[]): Promise<Map<number, FoundWork>> {
      if (ids.length === 0) return new Map()
      const rows = await read
        .selectFrom('work')
        .innerJoin('circle', 'circle.id', 'work.circle_id')
        .select([
          'work.id',
          'work.title',
          'work.source_id as sourceId',
          'work.source_type as sourceType',
          'circle.name as circle',
          'work.age_category as ageCategory',
        ])
        .where('work.id', 'in', [...ids])
        .where('work.state', '=', 'present')
        .execute()
      return new Map(rows.map((row) => [row.id, row]))
    },

    async audio(ids: readonly number[]): Promise<Map<number, { path: string; durationSeconds: number | null }>> {
      if (ids.length === 0) return new Map()
      const rows = await read
        .selectFrom('file')
        .select(['id', 'path', 'duration_seconds as durationSeconds'])
        .where('id', 'in', [...ids])
        .where('state', '=', 'present')
        .execute()
      return new Map(rows.map((row) => [row.id, row]))
    },
  }
}

export type SubtitleIndexRepository = ReturnType<typeof createSubtitleIndexRepository>

function toFileText(row: {
  id: number
  work_id: number
  path: string
  audio_file_id: number | null
  first_block: number | null
  cues: Uint8Array | null
}): FileText {
  return {
    fileId: row.id,
    workId: row.work_id,
    path: row.path,
    audioFileId: row.audio_file_id,
    firstBlock: row.first_block ?? 0,
    cues: row.cues ?? new Uint8Array(),
  }
}
