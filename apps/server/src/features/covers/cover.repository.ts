import type { Database } from '#db/open.ts'
import type { FilePlace } from '#storage/storage.ts'

export type CoverFile = {
  id: number
  kind: 'image' | 'audio'
  place: FilePlace
  /** Letters, digits and dashes; changes with every change that a scan detects. */
  version: string
}

export type WorkCover = { workId: number; file: CoverFile | null }

export function createCoverRepository({ read }: Database) {
  return {
    /** Finds a work's cover file. Includes missing works and files, because cached covers outlive them. */
    async findCover(workId: number): Promise<WorkCover | null> {
      const row = await read
        .selectFrom('work')
        .leftJoin('file', (join) =>
          join.onRef('file.id', '=', 'work.cover_file_id').onRef('file.work_id', '=', 'work.id'),
        )
        .select(['work.root', 'work.path as workPath'])
        .select(['file.id', 'file.kind', 'file.path', 'file.size_bytes', 'file.mtime_ms'])
        .where('work.id', '=', workId)
        .executeTakeFirst()
      if (!row) return null
      const { id, kind, path, size_bytes: size, mtime_ms: mtime } = row
      if (id === null || path === null || size === null || mtime === null) return { workId, file: null }
      if (kind !== 'image' && kind !== 'audio') return { workId, file: null }
      return {
        workId,
        file: {
          id,
          kind,
          place: { root: row.root, path: row.workPath === '' ? path : `${row.workPath}/${path}` },
          version: `${id}-${size.toString(36)}-${Math.trunc(mtime).toString(36)}`,
        },
      }
    },
  }
}
