import type { FileKind } from '@otodana/contract'

import { findWithMoved } from '#db/moved-works.ts'
import type { Database } from '#db/open.ts'
import { type FilePlace, placeBelow } from '#storage/storage.ts'

import type { MediaRef } from './media-ref.ts'

export type FoundFile = {
  fileId: number
  /** The file's name. */
  name: string
  kind: FileKind
  /** Null: unknown, or not audio or video. */
  durationSeconds: number | null
  place: FilePlace
}

/** The limit of a database integer. */
const MAX_ID = 2_147_483_647

export function createMediaRepository({ read }: Database) {
  async function findFile({ workId, fileId }: MediaRef): Promise<FoundFile | null> {
    let query = read
      .selectFrom('file')
      .innerJoin('work', 'work.id', 'file.work_id')
      .select(['file.path', 'file.kind', 'file.duration_seconds', 'work.root', 'work.path as workPath'])
      .where('file.id', '=', fileId)
      .where('file.state', '=', 'present')
      .where('work.state', '=', 'present')
    if (workId !== null) query = query.where('work.id', '=', workId)
    const row = await query.executeTakeFirst()
    if (!row) return null
    return {
      fileId,
      name: row.path.slice(row.path.lastIndexOf('/') + 1),
      kind: row.kind,
      durationSeconds: row.duration_seconds,
      place: placeBelow({ root: row.root, path: row.workPath }, row.path),
    }
  }

  return {
    /** Finds a present file of a present work; with a `workId`, only a file of that work. */
    async findFile({ workId, fileId }: MediaRef): Promise<FoundFile | null> {
      if (fileId > MAX_ID || (workId ?? 0) > MAX_ID) return null
      if (workId === null) return findFile({ workId, fileId })
      return findWithMoved(read, workId, (id) => findFile({ workId: id, fileId }))
    },
  }
}
