import type { Database } from '../src/db/open.ts'
import { aWorkRow } from './work-rows.ts'

/** Puts works with subtitle files into a database, as a scan would; gives the files' ids, in their order. */
export async function addSubtitleFiles(
  { write }: Database,
  works: readonly { id: number; files: readonly string[] }[],
): Promise<number[]> {
  return write.transaction().execute(async (tx) => {
    await tx
      .insertInto('circle')
      .values({ id: 1, name: 'Tidewater', name_key: 'tidewater' })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    const ids: number[] = []
    for (const { id, files } of works) {
      await tx
        .insertInto('work')
        .values({ ...aWorkRow(id), has_subtitle: 1 })
        .execute()
      for (const path of files) {
        const file = { work_id: id, path, kind: 'text' as const, size_bytes: 1, mtime_ms: 0, fingerprint: path }
        const added = await tx
          .insertInto('file')
          .values({ ...file, has_picture: 0, state: 'present' })
          .returning('id')
          .executeTakeFirstOrThrow()
        ids.push(added.id)
      }
    }
    return ids
  })
}

/** A file with these lines, as the index gets it; null: it cannot be read. */
export function subtitleText(fileId: number, texts: readonly string[] | null) {
  const cues = texts?.map((text, index) => ({ startSeconds: index * 2, endSeconds: index * 2 + 1.5, text })) ?? null
  const common = { fileId, fingerprint: 'f', mtimeMs: 0, workSignature: null, durationSeconds: 9, audioFileId: null }
  return { ...common, cues, problem: texts ? null : 'noCues' }
}
