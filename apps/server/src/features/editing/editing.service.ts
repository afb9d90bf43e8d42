import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { isSidecarName, type WorkEdit, type WorkEditForm } from '@otodana/contract'
import * as z from 'zod'

import type { Database, Db } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'
import type { Editor } from '#features/accounts/index.ts'
import { pictureProblem, removePicture, storePicture, UPLOAD_PREFIX } from '#features/covers/index.ts'
import {
  createNameCache,
  type EditedCover,
  type EditedMetadata,
  lockWorks,
  mergeWork,
  type NameCache,
  readSources,
  resolveMetadata,
  type WorkSources,
} from '#features/metadata/index.ts'
import { AppError, invalidInput } from '#http/errors/app-error.ts'
import { createTimeSlices } from '#jobs/time-slices.ts'
import { placeBelow, type Storage, StorageError } from '#storage/storage.ts'

import { readForm, shownCover } from './edit-form.ts'
import {
  addToHistory,
  findEdit,
  isUploadUsed,
  listEdits,
  markUndone,
  readEdits,
  storeEdits,
} from './edits.repository.ts'
import {
  changesBetween,
  type FieldChange,
  type FieldValues,
  isCurrent,
  readValues,
  shownFields,
  withChange,
  withoutChange,
} from './field-changes.ts'

export type EditingDeps = {
  database: Database
  storage: Storage
  /** Folder of uploaded covers. */
  uploadDir: string
  /** Called after each change, so that the next list contains it. */
  onChange: () => Promise<void>
}

/** An edit in a work's history. */
export type WorkEditId = { workId: number; editId: number }
type OnStored = (tx: Db, edits: readonly WorkEditId[]) => Promise<void>

export type Editing = ReturnType<typeof createEditing>

const WORKS_AT_ONCE = 50
const SLICE_MS = 8
/** Within it an uploaded cover must be set. */
const KEEP_UPLOADS_MS = 3_600_000

const CoverValue = z.union([
  z.strictObject({ file: z.int() }),
  z.strictObject({ uploaded: z.string().max(100) }),
  z.strictObject({ provider: z.literal(true) }),
])

export function createEditing({ database, storage, uploadDir, onChange }: EditingDeps) {
  const { read, write } = database

  const inTransaction = <T>(run: (tx: Db) => Promise<T>): Promise<T> =>
    retryingConflicts(() => write.transaction().execute(run))

  async function getSources(db: Db, workId: number): Promise<WorkSources> {
    const [work] = await readSources(db, [workId])
    if (work) return work
    const row = await db
      .selectFrom('work')
      .select('id')
      .where('id', '=', workId)
      .where('state', '=', 'present')
      .executeTakeFirst()
    if (!row) throw new AppError('work.notFound')
    const problem = await findBrokenSidecar(db, workId)
    throw problem === null ? new AppError('edit.unread') : new AppError('edit.badSidecar', { details: problem })
  }

  /**
   * Replaces what editors have set of a work that is locked.
   *
   * @returns the edit's id; null: nothing has changed
   */
  async function store(
    tx: Db,
    work: WorkSources,
    { edited, editor, version, cache }: { edited: EditedMetadata; editor: Editor; version: number; cache?: NameCache },
  ): Promise<number | null> {
    const { sources } = work
    const after = { ...work, sources: { ...sources, edited } }
    const stateOf = ({ sources: merged }: WorkSources) => {
      const metadata = resolveMetadata(merged)
      const shown = { ...shownFields(metadata), cover: shownCover(metadata, merged) }
      return { edited: merged.edited ?? null, shown: (field: keyof typeof shown) => shown[field] }
    }
    const changes = changesBetween(stateOf(work), stateOf(after))
    if (changes.length === 0) return null
    await storeEdits(tx, work.id, edited, version + 1)
    await mergeWork(tx, after, cache ? { cache } : {})
    return addToHistory(tx, { workId: work.id, editor, changes })
  }

  /** @returns whether it was undone: its fields have not been edited since */
  async function undoEdit(
    tx: Db,
    work: WorkSources,
    editId: number,
    { editor, cache }: { editor: Editor; cache?: NameCache },
  ): Promise<boolean> {
    const edit = await findEdit(tx, work.id, editId)
    const { edited: before, version } = await readEdits(tx, work.id)
    if (!edit || edit.isUndone || !isCurrent(edit.changes, before)) return false
    const edited = withoutChange(before, edit.changes)
    const undoneBy = await store(tx, work, { edited, editor, version, ...(cache && { cache }) })
    if (undoneBy !== null) await markUndone(tx, editId, undoneBy)
    return true
  }

  /** @throws {AppError} */
  async function readCover({ id: workId, sources }: WorkSources, given: unknown): Promise<EditedCover> {
    const parsed = CoverValue.safeParse(given)
    if (!parsed.success) throw invalidInput('body', 'set.cover', 'must be a picture', given)
    const value = parsed.data
    if ('file' in value) return { file: await usablePicture(workId, value.file) }
    const isThere = 'uploaded' in value ? await isUploaded(workId, value.uploaded) : sources.provided?.coverName
    if (!isThere) throw new AppError('edit.badPicture')
    return value
  }

  /** @returns the path of a picture in the work's folder */
  async function usablePicture(workId: number, fileId: number): Promise<string> {
    const file = await read
      .selectFrom('file')
      .innerJoin('work', 'work.id', 'file.work_id')
      .select(['file.path', 'work.root', 'work.path as folder'])
      .where('file.id', '=', fileId)
      .where('work_id', '=', workId)
      .where('kind', '=', 'image')
      .where('file.state', '=', 'present')
      .executeTakeFirst()
    if (!file) throw new AppError('file.notFound')
    try {
      const found = await storage.stat(placeBelow({ root: file.root, path: file.folder }, file.path))
      const problem = await pictureProblem(found.sizeBytes, async () =>
        buffer(await storage.openRange(found, { start: 0, end: found.sizeBytes - 1 })),
      )
      if (problem !== null) throw new AppError('edit.badPicture')
    } catch (error) {
      if (error instanceof StorageError) throw new AppError('file.unreadable', { cause: error })
      throw error
    }
    return file.path
  }

  async function isUploaded(workId: number, name: string): Promise<boolean> {
    return name.startsWith(prefixOf(workId)) && (await listUploads(workId)).includes(name)
  }

  /** Names of the work's uploaded covers. */
  async function listUploads(workId: number): Promise<string[]> {
    const names = await readdir(uploadDir).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    return names.filter((name) => name.startsWith(prefixOf(workId)) && !name.endsWith('.tmp'))
  }

  /** Removes covers of the work that were uploaded a while ago, and that no work and no history uses. */
  async function removeUnusedUploads(workId: number): Promise<void> {
    for (const name of await listUploads(workId)) {
      const { mtimeMs } = await stat(join(uploadDir, name))
      if (Date.now() - mtimeMs <= KEEP_UPLOADS_MS) continue
      // A corrected code moves edits to another work; the pictures keep their names.
      if (!(await isUploadUsed(read, name))) await removePicture(uploadDir, name)
    }
  }

  /**
   * @throws {AppError} `work.notFound`, `edit.unread` (no scan has read its folder since the server can edit), `edit.badSidecar` (nor
   *   could it read its sidecar)
   */
  async function form(workId: number): Promise<WorkEditForm> {
    const { version } = await readEdits(read, workId)
    return readForm(read, await getSources(read, workId), version)
  }

  return {
    form,

    /**
     * Edits a work.
     *
     * @param version  of the form that was edited
     * @throws {AppError} `work.notFound`, `edit.unread`, `edit.conflict` (edited by someone else meanwhile),
     *   `edit.badPicture`, `file.notFound`, `file.unreadable`; 400 with every field that has a problem
     */
    async edit(editor: Editor, workId: number, { version, ...change }: FieldChange & { version: number }) {
      const { cover, ...values } = change.set ?? {}
      const before = await getSources(read, workId)
      const set = readValues(cover === null ? { ...values, cover } : values, before.sources.code)
      if (cover !== undefined && cover !== null) set.cover = await readCover(before, cover)
      await inTransaction(async (tx) => {
        await lockWorks(tx, [workId])
        const work = await getSources(tx, workId)
        const current = await readEdits(tx, workId)
        if (current.version !== version) throw new AppError('edit.conflict')
        const edited = withChange(current.edited, set, change.release)
        await store(tx, work, { edited, editor, version })
      })
      await onChange()
      return form(workId)
    },

    /**
     * Edits several works, fifty in a transaction; works that are not in the library are left out.
     *
     * @param changeOf  the change of a work by what is shown of it, as in a sidecar; null: none
     * @param onStored  called at the end of each transaction
     * @returns how many were changed
     * @throws {AppError} 400 with every field that has a problem
     */
    async editWorks(
      editor: Editor,
      workIds: readonly number[],
      changeOf: (shown: FieldValues, workId: number) => FieldChange | null,
      onStored: OnStored = () => Promise.resolve(),
    ): Promise<number> {
      const cache = createNameCache()
      const slices = createTimeSlices(SLICE_MS)
      let changed = 0
      for (let from = 0; from < workIds.length; from += WORKS_AT_ONCE) {
        const ids = workIds.slice(from, from + WORKS_AT_ONCE)
        changed += await inTransaction(async (tx) => {
          const stored: WorkEditId[] = []
          await lockWorks(tx, ids)
          for (const work of await readSources(tx, ids)) {
            if (slices.isOver()) await slices.next()
            const change = changeOf(shownFields(resolveMetadata(work.sources)), work.id)
            if (!change) continue
            const { edited: before, version } = await readEdits(tx, work.id)
            const edited = withChange(before, readValues(change.set ?? {}, work.sources.code), change.release)
            const editId = await store(tx, work, { edited, editor, version, cache })
            if (editId !== null) stored.push({ workId: work.id, editId })
          }
          await onStored(tx, stored)
          return stored.length
        })
      }
      if (changed > 0) await onChange()
      return changed
    },

    /**
     * Undoes edits of several works in one transaction, except those with fields that have been edited since.
     *
     * @param onUndone  called at the end of the transaction with those that were undone
     */
    async undoWorks(editor: Editor, edits: readonly WorkEditId[], onUndone: OnStored): Promise<void> {
      await inTransaction(async (tx) => {
        const ids = edits.map(({ workId }) => workId)
        const cache = createNameCache()
        const slices = createTimeSlices(SLICE_MS)
        await lockWorks(tx, ids)
        const works = new Map((await readSources(tx, ids)).map((work) => [work.id, work]))
        const undone: WorkEditId[] = []
        for (const edit of edits) {
          if (slices.isOver()) await slices.next()
          const work = works.get(edit.workId)
          if (work && (await undoEdit(tx, work, edit.editId, { editor, cache }))) undone.push(edit)
        }
        await onUndone(tx, undone)
      })
      await onChange()
    },

    /**
     * Stores a picture that can then be set as the work's cover.
     *
     * @returns its name
     * @throws {AppError} `work.notFound`, `edit.badPicture`
     */
    async uploadCover(workId: number, bytes: Buffer): Promise<string> {
      await getSources(read, workId)
      const stored = await storePicture(uploadDir, prefixOf(workId).slice(0, -1), bytes)
      if ('problem' in stored) throw new AppError('edit.badPicture')
      await removeUnusedUploads(workId)
      return stored.name
    },

    /** Lists a work's edits before an id, latest first. */
    async history(workId: number, { before, limit }: { before: number; limit: number }) {
      await getSources(read, workId)
      const { edited } = await readEdits(read, workId)
      const rows = await listEdits(read, workId, before, limit + 1)
      const edits: WorkEdit[] = rows
        .slice(0, limit)
        .map((row) => ({ ...row, canUndo: row.undoneBy === null && isCurrent(row.changes, edited) }))
      return { edits, hasMore: rows.length > limit }
    },

    /**
     * Undoes an edit, as a new edit.
     *
     * @throws {AppError} `work.notFound`, `edit.unread`, `edit.notFound`, `edit.changedSince`
     */
    async undo(editor: Editor, workId: number, editId: number) {
      await inTransaction(async (tx) => {
        await lockWorks(tx, [workId])
        const work = await getSources(tx, workId)
        if (!(await findEdit(tx, workId, editId))) throw new AppError('edit.notFound')
        if (!(await undoEdit(tx, work, editId, { editor }))) throw new AppError('edit.changedSince')
      })
      await onChange()
      return form(workId)
    },
  }
}

/** A broken sidecar says nothing of its work, which stays as an earlier version read it. */
async function findBrokenSidecar(db: Db, workId: number): Promise<string | null> {
  const problems = await db
    .selectFrom('scan_problem')
    .select(['path', 'message'])
    .where('work_id', '=', workId)
    .where('kind', '=', 'badSidecar')
    .execute()
  const found = problems.find(({ path }) => isSidecarName(path.slice(path.lastIndexOf('/') + 1)))
  return found ? `${found.path}: ${found.message}` : null
}

function prefixOf(workId: number): string {
  return `${UPLOAD_PREFIX}${workId}-`
}
