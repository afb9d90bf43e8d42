import { setImmediate } from 'node:timers/promises'

import { MAX_SELECTED_WORKS, type Selection, type SelectionChange, type SelectionEdit } from '@otodana/contract'
import { parseWorkRef } from '@otodana/work-code'

import type { Database } from '#db/open.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'
import type { Editor } from '#features/accounts/index.ts'
import type { Editing, FieldChange, FieldValues } from '#features/editing/index.ts'
import type { WorkLists } from '#features/works/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { Account } from '#http/gate.ts'
import { FinalFailure, type Job, type JobQueue } from '#jobs/queue.ts'

import { changedTags, type TagChange } from './change-tags.ts'
import { keysOfTags } from './removed-tags.ts'
import {
  type Batch,
  createSelectionRepository,
  type Failures,
  KIND,
  SelectionEnded,
  type StoredSelection,
} from './selections.repository.ts'

export type SelectionDeps = {
  database: Database
  queue: Pick<JobQueue, 'work' | 'wake' | 'cancel'>
  catalogue: Pick<CatalogueService, 'index'>
  lists: Pick<WorkLists, 'select'>
  editing: Pick<Editing, 'editWorks' | 'undoWorks'>
}

export type Selections = ReturnType<typeof createSelections>

/** As many as an editing transaction has. */
const WORKS_AT_ONCE = 50
const MAX_ATTEMPTS = 3

/** Changes many works by jobs, which survive a restart and can be cancelled. */
export function createSelections({ database, queue, catalogue, lists, editing }: SelectionDeps) {
  const repository = createSelectionRepository(database)

  async function get(id: number): Promise<SelectionEdit> {
    const edit = await repository.find(id)
    if (!edit) throw new AppError('selection.notFound')
    return edit
  }

  async function begin(selection: Omit<StoredSelection, 'state' | 'done'>): Promise<SelectionEdit> {
    const id = await repository.add(selection)
    if (id === 'notFound' || id === 'undone') throw new AppError(`selection.${id}`)
    queue.wake(KIND)
    return get(id)
  }

  async function run(job: Job): Promise<void> {
    const id = Number(job.data)
    try {
      await runToEnd(id, job)
    } catch (error) {
      if (error instanceof SelectionEnded) return
      if (job.signal.aborted || job.attempt < MAX_ATTEMPTS) throw error
      await repository.end(id, 'failed')
      throw new FinalFailure(error instanceof Error ? error.message : String(error))
    }
  }

  async function runToEnd(id: number, { signal, report }: Job): Promise<void> {
    const selection = await repository.findStored(id)
    if (selection?.state !== 'running') return
    const tags: TagChange = {
      add: selection.change?.addTags ?? [],
      removedKeys: await keysOfTags(database.read, selection.change?.removeTags ?? []),
    }
    const total = selection.workIds.length
    for (let from = selection.done; from < total; from += WORKS_AT_ONCE) {
      signal.throwIfAborted()
      const batch = { workIds: selection.workIds.slice(from, from + WORKS_AT_ONCE), from }
      await (selection.change ? change(id, selection, batch, tags) : undo(id, selection, batch))
      report((from + batch.workIds.length) / total)
      // Calls to SQLite never wait: without a pause no cancel would arrive.
      await setImmediate()
    }
    await repository.end(id, 'done')
  }

  async function change(id: number, selection: StoredSelection, batch: Batch, tags: TagChange): Promise<void> {
    const { workIds } = batch
    const present = await repository.presentWorks(workIds)
    const failures: Failures = {}
    for (const workId of workIds) failures[workId] = present.has(workId) ? 'unread' : 'missing'
    await editing.editWorks(
      selection.editor,
      workIds,
      (shown, workId) => {
        const changed = changeOf(shown, selection.change, tags)
        if (changed === 'tooManyTags') failures[workId] = changed
        else delete failures[workId]
        return changed === 'tooManyTags' ? null : changed
      },
      (tx, edits) => repository.progress(tx, id, batch, { edits, failures }),
    )
  }

  async function undo(id: number, selection: StoredSelection, batch: Batch): Promise<void> {
    const { workIds } = batch
    const edits = await repository.editsOf(selection.undoes ?? 0, workIds)
    await editing.undoWorks(selection.editor, edits, (tx, undone) => {
      const isUndone = new Set(undone.map(({ workId }) => workId))
      const refused = workIds.filter((workId) => !isUndone.has(workId))
      const failures: Failures = Object.fromEntries(refused.map((workId) => [workId, 'changedSince']))
      return repository.progress(tx, id, batch, { edits: undone, failures })
    })
  }

  return {
    start: () => queue.work(KIND, 1, run),
    get,
    list: () => repository.list(),

    /**
     * Returns the ids of the selected works that are in the library.
     *
     * @throws {AppError} `selection.changed` (the list has another number of works), `selection.empty`,
     *   `selection.tooMany`
     */
    async resolve(selection: ResolvedSelection, account: Account | null): Promise<number[]> {
      const { works, list, total } = selection
      const ids = list ? await lists.select(list, account) : known(works ?? [])
      if (list && ids.length !== total) throw new AppError('selection.changed')
      if (ids.length === 0) throw new AppError('selection.empty')
      if (ids.length > MAX_SELECTED_WORKS) throw new AppError('selection.tooMany')
      return ids
    },

    edit: (workIds: number[], change: SelectionChange, editor: Editor) =>
      begin({ change, workIds, editor, undoes: null }),

    /** @throws {AppError} `selection.notFound`, `selection.ended` */
    async cancel(id: number): Promise<SelectionEdit> {
      await get(id)
      if (!(await repository.end(id, 'cancelled'))) throw new AppError('selection.ended')
      await queue.cancel(KIND, String(id))
      return get(id)
    },

    /** @throws {AppError} `selection.notFound`, `selection.running`, `selection.undone` */
    async undo(id: number, editor: Editor): Promise<SelectionEdit> {
      const { state, undoneBy, undoes } = await get(id)
      if (state === 'running') throw new AppError('selection.running')
      if (undoneBy !== null || undoes !== null) throw new AppError('selection.undone')
      return begin({ change: null, workIds: await repository.changedWorks(id), editor, undoes: id })
    },
  }

  function known(refs: readonly (number | string)[]): number[] {
    const ids = refs.flatMap((ref) => parseWorkRef(String(ref)) ?? [])
    return catalogue.index.filter([...new Set(ids)], { terms: [] })
  }
}

type ResolvedSelection = Omit<Selection, 'list'> & { list?: Parameters<WorkLists['select']>[0] | undefined }

/** Returns what changes of a work; null: nothing. */
function changeOf(
  shown: FieldValues,
  change: SelectionChange | null,
  tags: TagChange,
): FieldChange | 'tooManyTags' | null {
  if (!change) return null
  const set: FieldValues = {}
  const changed = changedTags((shown.tags ?? []) as { name: string }[], tags)
  if (changed === 'tooMany') return 'tooManyTags'
  if (changed) set.tags = changed
  for (const field of ['circle', 'series'] as const) {
    const wanted = change[field]
    if (wanted !== undefined && nameOf(shown[field]) !== wanted) set[field] = wanted
  }
  if (change.age !== undefined && shown.age !== change.age) set.age = change.age
  return Object.keys(set).length > 0 ? { set } : null
}

/** A circle or a series is a name, or an object with one. */
function nameOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'name' in value ? value.name : (value ?? null)
}
