import type { Database } from '#db/open.ts'
import type { FilePlace } from '#storage/storage.ts'

export type CoverFile = {
  /** Letters, digits and dashes; changes with every change that a scan detects. */
  version: string
} & ({ kind: 'image' | 'audio'; id: number; place: FilePlace } | { kind: 'downloaded'; name: string })

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
        .select(['work.root', 'work.path as workPath', 'work.downloaded_cover as downloaded'])
        .select(['file.id', 'file.kind', 'file.path', 'file.size_bytes', 'file.mtime_ms'])
        .where('work.id', '=', workId)
        .executeTakeFirst()
      if (!row) return null
      if (row.downloaded !== null)
        return { workId, file: { kind: 'downloaded', name: row.downloaded, version: `d${row.downloaded}` } }
      const { id, kind, path, size_bytes: size, mtime_ms: mtime } = row
      if (id === null || path === null || size === null || mtime === null) return { workId, file: null }
      if (kind !== 'image' && kind !== 'audio') return { workId, file: null }
      return {
        workId,
        file: {
          kind,
          id,
          place: { root: row.root, path: row.workPath === '' ? path : `${row.workPath}/${path}` },
          version: `${id}-${size.toString(36)}-${Math.trunc(mtime).toString(36)}`,
        },
      }
    },
  }
}
