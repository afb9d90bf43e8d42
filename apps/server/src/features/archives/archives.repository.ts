import type { Database } from '#db/open.ts'
import { type FilePlace, placeBelow } from '#storage/storage.ts'

export type ArchivableFile = {
  id: number
  /** Relative to the work's folder, separated by `/`. */
  path: string
  place: FilePlace
}

export type ArchivableWork = { source_id: string; title: string; files: ArchivableFile[] }

export function createArchiveRepository({ read }: Database) {
  return {
    /** Finds a work that is present, with its present files; null if there is none. */
    async findWork(workId: number): Promise<ArchivableWork | null> {
      const work = await read
        .selectFrom('work')
        .select(['source_id', 'title', 'root', 'path'])
        .where('id', '=', workId)
        .where('state', '=', 'present')
        .executeTakeFirst()
      if (!work) return null
      const files = await read
        .selectFrom('file')
        .select(['id', 'path'])
        .where('work_id', '=', workId)
        .where('state', '=', 'present')
        .execute()
      const { source_id, title } = work
      return { source_id, title, files: files.map(({ id, path }) => ({ id, path, place: placeBelow(work, path) })) }
    },
  }
}
