import type { CodelessFolders } from '@otodana/contract'
import { FIRST_CODELESS_ID } from '@otodana/work-code'

import type { Database, Db } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'
import { AppError } from '#http/errors/app-error.ts'

import { CODELESS_AT_MOST } from './codeless-folders.ts'
import {
  assignIdentity,
  codelessIdFor,
  identityOfId,
  lockIdentities,
  type Place,
  withdrawIdentity,
} from './identities.ts'

type Deps = {
  database: Database
  /** Called when folders have become other works, for a scan to read them. */
  onChanged: () => Promise<void>
}

export type FolderService = ReturnType<typeof createFolderService>

/** Decides which works folders are, where their names do not say so. */
export function createFolderService({ database, onChanged }: Deps) {
  const { read } = database

  async function change<T>(task: (tx: Db) => Promise<T>): Promise<T> {
    const result = await retryingConflicts(() =>
      database.write.transaction().execute(async (tx) => {
        await lockIdentities(tx, database.dialect)
        return task(tx)
      }),
    )
    await onChanged()
    return result
  }

  return {
    async list(): Promise<CodelessFolders> {
      const folders = await read
        .selectFrom('codeless_folder')
        .select(['root', 'path', 'audio_files as tracks', 'size_bytes as sizeBytes'])
        .orderBy('root')
        .orderBy('path')
        .execute()
      const works = await read
        .selectFrom('folder_identity')
        .leftJoin('work', 'work.id', 'folder_identity.work_id')
        .select(['folder_identity.root', 'folder_identity.path', 'work_id', 'previous_id', 'given_by', 'work.title'])
        .orderBy('folder_identity.root')
        .orderBy('folder_identity.path')
        .limit(CODELESS_AT_MOST)
        .execute()
      return {
        folders,
        works: works.map(({ root, path, ...row }) => ({
          root,
          path,
          workId: row.work_id,
          code: identityOfId(row.work_id).code,
          isCodeless: row.work_id >= FIRST_CODELESS_ID,
          previousCode: row.previous_id === null ? null : identityOfId(row.previous_id).code,
          isBySidecar: row.given_by === 'sidecar',
          title: row.title,
        })),
      }
    },

    /**
     * Makes a folder without a code a work.
     *
     * @returns its id; the next scan reads it
     * @throws {AppError} `folder.notFound`: the last scan did not list it
     */
    makeWork: (place: Place) =>
      change(async (tx) => {
        const known = await tx
          .selectFrom('folder_identity')
          .select('work_id')
          .where('root', '=', place.root)
          .where('path', '=', place.path)
          .executeTakeFirst()
        // A second click, perhaps of another administrator.
        if (known) return known.work_id
        const folder = await tx
          .selectFrom('codeless_folder')
          .select('path')
          .where('root', '=', place.root)
          .where('path', '=', place.path)
          .executeTakeFirst()
        if (!folder) throw new AppError('folder.notFound')
        const workId = await codelessIdFor(tx, place)
        await assignIdentity(tx, { place, workId, givenBy: 'owner', previousId: null })
        return workId
      }),

    /**
     * Gives the folder of a work another code. What members have of the work moves to the new one.
     *
     * @param wantedId  null: none
     * @returns the work's id from now on
     * @throws {AppError} `work.notFound`, `work.codeTaken`: another folder has that code
     */
    correctCode: (workId: number, wantedId: number | null) =>
      change(async (tx) => {
        const work = await tx
          .selectFrom('work')
          .select(['root', 'path'])
          .where('id', '=', workId)
          .where('state', '=', 'present')
          .executeTakeFirst()
        if (!work) throw new AppError('work.notFound')
        const newId = wantedId ?? (workId >= FIRST_CODELESS_ID ? workId : await codelessIdFor(tx, work))
        if (newId === workId) return workId
        const assignment = { place: work, workId: newId, givenBy: 'owner' as const, previousId: workId }
        if (!(await assignIdentity(tx, assignment))) throw new AppError('work.codeTaken')
        return newId
      }),

    /**
     * Undoes what was decided of a work's folder.
     *
     * @returns the work that the folder is now, null: none
     * @throws {AppError} `work.notFound`: nothing was decided; `work.codeTaken`: another folder has its old code
     */
    undo: (workId: number) =>
      change(async (tx) => {
        const row = await tx.selectFrom('folder_identity').selectAll().where('work_id', '=', workId).executeTakeFirst()
        if (!row) throw new AppError('work.notFound')
        const now = await withdrawIdentity(tx, row)
        if (now === false) throw new AppError('work.codeTaken')
        return now
      }),
  }
}
