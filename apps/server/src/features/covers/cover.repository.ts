import { findWithMoved } from '#db/moved-works.ts'
import type { Database } from '#db/open.ts'
import type { WorkTable } from '#db/tables.ts'
import type { FilePlace } from '#storage/storage.ts'

type WorkState = WorkTable['state']

export type CoverFile = {
  /** Letters, digits and dashes; changes with every change that a scan detects. */
  version: string
} & ({ kind: 'image' | 'audio'; id: number; place: FilePlace } | { kind: 'downloaded'; name: string })

export type WorkCover = {
  workId: number
  file: CoverFile | null
  /** What is shown while `file`, which a provider supplied, is not in the data folder. */
  fallback?: CoverFile
}

export function createCoverRepository({ read }: Database) {
  async function findCover(workId: number, states: readonly WorkState[]): Promise<WorkCover | null> {
    const row = await read
      .selectFrom('work')
      .leftJoin('file', (join) =>
        join.onRef('file.id', '=', 'work.cover_file_id').onRef('file.work_id', '=', 'work.id'),
      )
      .select(['work.root', 'work.path as workPath', 'work.downloaded_cover as downloaded', 'work.state'])
      .select(['file.id', 'file.kind', 'file.path', 'file.size_bytes', 'file.mtime_ms'])
      .where('work.id', '=', workId)
      .executeTakeFirst()
    if (!row || !states.includes(row.state)) return null
    const { id, kind, path, size_bytes: size, mtime_ms: mtime, downloaded } = row
    const isWhole = id !== null && path !== null && size !== null && mtime !== null
    const own: CoverFile | null =
      isWhole && (kind === 'image' || kind === 'audio')
        ? {
            kind,
            id,
            place: { root: row.root, path: row.workPath === '' ? path : `${row.workPath}/${path}` },
            version: `${id}-${size.toString(36)}-${Math.trunc(mtime).toString(36)}`,
          }
        : null
    if (downloaded === null) return { workId, file: own }
    const file = { kind: 'downloaded' as const, name: downloaded, version: `d${downloaded}` }
    return { workId, file, ...(own && { fallback: own }) }
  }

  return {
    /** Finds a work's cover file. Includes missing works and files, because cached covers outlive them. */
    findCover: async (workId: number) =>
      (await findWithMoved(read, workId, (id) => findCover(id, ['present']))) ?? findCover(workId, ['missing']),
  }
}
