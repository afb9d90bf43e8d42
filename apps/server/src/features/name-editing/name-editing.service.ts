import { isDeepStrictEqual } from 'node:util'

import { MAX_ALIKE_GROUPS, MAX_EDITED_NAME_LENGTH, NAME_CHANGES_PER_PAGE, type NameChange } from '@otodana/contract'
import { sql } from 'kysely'

import type { Database, Db } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'
import type { Editor } from '#features/accounts/index.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'
import {
  cleanLine,
  localKeys,
  lockNames,
  moveVotes,
  moveVotesBack,
  nameKey,
  type NameId,
  type NameKind,
  nameKinds,
  readMerges,
  relinkWorks,
  staffId,
  storeLinksBeforeMerge,
  type TagNames,
  voiceActorId,
} from '#features/metadata/index.ts'
import { AppError, invalidInput } from '#http/errors/app-error.ts'
import { createTimeSlices } from '#jobs/time-slices.ts'

import { groupAlike } from './alike.ts'
import { addChange, type ChangeData, findChange, listChanges, shownChange } from './name-history.ts'
import {
  allRows,
  countWorks,
  findByKey,
  isUsed,
  localNames,
  type NameEdit,
  type NameRow,
  rowsById,
  rowsMergedInto,
  writeFields,
} from './name-rows.ts'

export type NameEditing = ReturnType<typeof createNameEditing>

type Merge = { into: NameId; names: readonly NameId[] }
type Rename = { id: NameId; name: string } & { [L in keyof typeof locales]?: string | undefined }

const locales = { ja: 'ja-jp', zh: 'zh-cn', en: 'en-us' } as const
const SLICE_MS = 8

type Deps = { database: Database; catalogue: Pick<CatalogueService, 'catchUp' | 'index'> }

/** Renames and merges names. What metadata calls them stays known, so later scans link works to the same names. */
export function createNameEditing({ database, catalogue }: Deps) {
  const { dialect, read, write } = database

  async function inTransaction<T>(run: (tx: Db) => Promise<T>): Promise<T> {
    const result = await retryingConflicts(() =>
      write.transaction().execute(async (tx) => {
        await lockNames(tx, dialect)
        return run(tx)
      }),
    )
    await catalogue.catchUp()
    return result
  }

  async function stored(id: number): Promise<NameChange> {
    const change = await findChange(write, id)
    if (!change) throw new AppError('name.noChange')
    return shownChange(change)
  }

  return {
    /** Returns groups of names that look alike. */
    async alike(kind: NameKind) {
      const { index } = catalogue
      const counts = {
        circle: () => index.circleCounts(),
        tag: () => index.tagCounts(),
        voiceActor: () => index.voiceActorCounts(),
        series: () => index.seriesCounts(),
        staff: () => index.staffCounts(),
      }[kind]() as ReadonlyMap<NameId, number>
      const rows = await allRows(read, kind)
      const names = rows
        .filter(({ name_key: key, mergedInto }) => key !== '' && mergedInto === null)
        .map((row) => ({
          id: row.id,
          name: row.name,
          count: counts.get(row.id) ?? 0,
          others: Object.values(localNames(row)).map(({ name }) => name),
        }))
      const slices = createTimeSlices(SLICE_MS)
      const pause = async () => {
        if (slices.isOver()) await slices.next()
      }
      const groups = await groupAlike(names, MAX_ALIKE_GROUPS, pause)
      return groups.map((group) => group.map(({ id, name, count }) => ({ id, name, count })))
    },

    /** @throws {AppError} `name.notFound`, `name.itself`, `name.unknown` */
    async preview(kind: NameKind, merge: Merge): Promise<{ changed: number; total: number }> {
      const { into, merged } = await readMerge(read, kind, merge)
      const ids = merged.map(({ id }) => id)
      return {
        changed: ids.length === 0 ? 0 : await countWorks(read, kind, ids),
        total: await countWorks(read, kind, [into.id, ...ids]),
      }
    },

    /**
     * Merges names into one.
     *
     * @throws {AppError} `name.notFound`, `name.itself`, `name.unknown`, `name.alreadyMerged`
     */
    async merge(kind: NameKind, merge: Merge, editor: Editor): Promise<NameChange> {
      const id = await inTransaction(async (tx) => {
        const { into, merged } = await readMerge(tx, kind, merge)
        if (merged.length === 0) throw new AppError('name.alreadyMerged')
        const ids = merged.map((row) => row.id)
        const edits: NameEdit[] = []
        for (const row of [...merged, ...(await rowsMergedInto(tx, kind, ids))]) {
          edits.push({ id: row.id, before: { mergedInto: row.mergedInto }, after: { mergedInto: into.id } })
        }
        edits.push(...completions(into, merged))
        const works = await countWorks(tx, kind, ids)
        await apply(tx, kind, edits)
        const before = merged.map(({ name }) => name)
        return addChange(tx, { kind, action: 'merge', editor, undoes: null }, { name: into.name, before, works, edits })
      })
      return stored(id)
    },

    /**
     * Renames a name. The key by which metadata finds it stays; the new name is stored as merged into it.
     *
     * @throws {AppError} `name.notFound`, `name.unknown`, `name.taken`, `name.same`
     */
    async rename(kind: NameKind, wanted: Rename, editor: Editor): Promise<NameChange> {
      const name = readName('name', wanted.name)
      const local: TagNames = {}
      for (const [short, locale] of Object.entries(locales) as [keyof typeof locales, keyof TagNames][]) {
        const given = wanted[short]
        if (given !== undefined && kind === 'tag') local[locale] = { name: readName(short, given) }
      }
      const id = await inTransaction(async (tx) => {
        const row = await readRoot(tx, kind, wanted.id)
        const edits = await renameEdits(tx, kind, row, name, local)
        if (edits.length === 0) throw new AppError('name.same')
        const works = await countWorks(tx, kind, [row.id])
        await apply(tx, kind, edits)
        const data: ChangeData = { name, before: [row.name], works, edits }
        return addChange(tx, { kind, action: 'rename', editor, undoes: null }, data)
      })
      return stored(id)
    },

    async changes(page: number) {
      const { changes, total } = await listChanges(read, page)
      const pagination = { currentPage: page, page, pageSize: NAME_CHANGES_PER_PAGE, totalCount: total }
      return { changes, pagination }
    },

    /**
     * Undoes a rename or merge; works that scans have linked since follow too.
     *
     * @throws {AppError} `name.noChange`, `name.undone`, `name.builtOn`
     */
    async undo(id: number, editor: Editor): Promise<NameChange> {
      await inTransaction(async (tx) => {
        const change = await findChange(tx, id)
        if (!change) throw new AppError('name.noChange')
        if (change.undone) throw new AppError('name.undone')
        if (change.blockedBy !== null) throw new AppError('name.builtOn')
        const edits: NameEdit[] = change.edits.map(({ id: of, before, after }) => ({
          id: of,
          before: after,
          after: before,
        }))
        await apply(tx, change.kind, edits)
        const data: ChangeData = { name: change.name, before: change.before, works: change.works, edits: [] }
        await addChange(tx, { kind: change.kind, action: 'undo', editor, undoes: id }, data)
      })
      return stored(id)
    },
  }
}

function readName(param: string, text: string): string {
  const name = cleanLine(text)
  if (nameKey(name) === '' || name.length > MAX_EDITED_NAME_LENGTH) {
    throw invalidInput('body', param, `Must be a name of 1 to ${MAX_EDITED_NAME_LENGTH} characters`, text)
  }
  return name
}

/** Finds a name by its id, or the one that it was merged into. */
async function readRoot(db: Db, kind: NameKind, id: NameId): Promise<NameRow> {
  const [row] = await readRoots(db, kind, [id])
  if (!row) throw new AppError('name.notFound')
  return row
}

async function readRoots(db: Db, kind: NameKind, ids: readonly NameId[]): Promise<NameRow[]> {
  const wanted = [...new Set(ids.map((id) => (typeof id === 'string' ? id.toLowerCase() : id)))]
  const rows = await rowsById(db, kind, wanted)
  if (rows.length < wanted.length) throw new AppError('name.notFound')
  if (rows.some(({ name_key: key }) => key === '')) throw new AppError('name.unknown')
  return rowsById(db, kind, [...new Set(rows.map((row) => row.mergedInto ?? row.id))])
}

async function readMerge(db: Db, kind: NameKind, { into, names }: Merge) {
  const isSame = (id: NameId) => String(id).toLowerCase() === String(into).toLowerCase()
  if (names.some(isSame)) throw new AppError('name.itself')
  const root = await readRoot(db, kind, into)
  const merged = (await readRoots(db, kind, names)).filter(({ id }) => id !== root.id)
  return { into: root, merged }
}

/** A merged circle's code, and a tag's names in other languages, fill in what is missing. */
function completions(into: NameRow, merged: readonly NameRow[]): NameEdit[] {
  const code = into.code === '' ? merged.find((row) => row.code)?.code : undefined
  const names = localNames(into)
  const more: TagNames = Object.assign({}, ...merged.toReversed().map(localNames)) as TagNames
  const missing = Object.entries(more).filter(([locale]) => !(locale in names))
  if (code === undefined && missing.length === 0) return []
  return [
    {
      id: into.id,
      before: {
        ...(code !== undefined && { code: '' }),
        ...(missing.length > 0 && { i18n: Object.fromEntries(missing.map(([locale]) => [locale, null])) }),
      },
      after: {
        ...(code !== undefined && { code }),
        ...(missing.length > 0 && { i18n: Object.fromEntries(missing) }),
      },
    },
  ]
}

/** Returns the edits of a rename; none if nothing changes. */
async function renameEdits(tx: Db, kind: NameKind, row: NameRow, name: string, local: TagNames): Promise<NameEdit[]> {
  const names = localNames(row)
  const changed = (Object.entries(local) as [keyof TagNames, { name: string }][]).filter(
    ([locale, given]) => names[locale]?.name !== given.name,
  )
  if (name === row.name && changed.length === 0) return []
  const keys = new Set(name === row.name ? [] : [nameKey(name)])
  const edits: NameEdit[] = [
    {
      id: row.id,
      before: {
        ...(name !== row.name && { name: row.name }),
        ...(changed.length > 0 && {
          i18n: Object.fromEntries(changed.map(([locale]) => [locale, names[locale] ?? null])),
        }),
      },
      after: {
        ...(name !== row.name && { name }),
        ...(changed.length > 0 && {
          i18n: Object.fromEntries(changed.map(([locale, given]) => [locale, { ...names[locale], ...given }])),
        }),
      },
    },
  ]
  for (const key of keys) {
    if (key === row.name_key) continue
    const known = await findByKey(tx, kind, key, row)
    const root = known && (known.mergedInto ?? known.id)
    if (known && root !== row.id && (known.mergedInto !== null || (await isUsed(tx, kind, known.id)))) {
      throw new AppError('name.taken')
    }
    edits.push(await mergedIntoRow(tx, kind, row, known ?? { name, key }))
  }
  if (changed.length > 0) edits.push(...(await replacedLocalNames(tx, row, changed)))
  return edits
}

/** Stores a name as one merged into the renamed, which it may be already. */
async function mergedIntoRow(
  tx: Db,
  kind: NameKind,
  row: NameRow,
  known: NameRow | { name: string; key: string },
): Promise<NameEdit> {
  const after = { mergedInto: row.id }
  if ('id' in known) return { id: known.id, before: { mergedInto: known.mergedInto }, after }
  return { id: await addName(tx, kind, row, known), before: { mergedInto: null }, after }
}

async function addName(
  tx: Db,
  kind: NameKind,
  like: NameRow,
  { name, key }: { name: string; key: string },
): Promise<NameId> {
  const more = {
    circle: {},
    tag: { i18n: '{}' },
    voiceActor: { id: voiceActorId(name) },
    series: { circle_id: like.circle_id },
    staff: { id: staffId(name) },
  }[kind]
  const values = { name, name_key: key, ...more }
  const columns = sql.join(Object.keys(values).map((column) => sql.ref(column)))
  const table = sql.table(nameKinds[kind].table)
  const { rows } = await sql<{ id: NameId }>`
    insert into ${table} (${columns}) values (${sql.join(Object.values(values))}) returning id`.execute(tx)
  const [added] = rows
  if (!added) throw new Error(`the name ${name} could not be stored`)
  return added.id
}

/** Metadata may call a tag by a local name that was replaced, if no other tag has it. */
async function replacedLocalNames(
  tx: Db,
  row: NameRow,
  changed: readonly (readonly [keyof TagNames, { name: string }])[],
): Promise<NameEdit[]> {
  const names = localNames(row)
  const replaced = new Map<string, string>()
  for (const [locale] of changed) {
    const before = names[locale]
    if (before) replaced.set(nameKey(before.name), before.name)
  }
  replaced.delete(row.name_key)
  if (replaced.size === 0) return []
  const taken = new Set<string>()
  for (const other of await allRows(tx, 'tag')) {
    taken.add(other.name_key)
    if (other.id !== row.id) for (const key of localKeys(localNames(other))) taken.add(key)
  }
  const edits: NameEdit[] = []
  for (const [key, name] of replaced)
    if (!taken.has(key)) edits.push(await mergedIntoRow(tx, 'tag', row, { name, key }))
  return edits
}

/** Changes names, and links works again. Codes and local names that were changed since stay as they are. */
async function apply(tx: Db, kind: NameKind, edits: readonly NameEdit[]): Promise<void> {
  const rows = new Map(
    (
      await rowsById(
        tx,
        kind,
        edits.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const moved = edits.filter(({ before, after }) => (before.mergedInto ?? null) !== (after.mergedInto ?? null))
  const merged = moved.filter(({ before }) => (before.mergedInto ?? null) === null).map(({ id }) => id)
  if (merged.length > 0) await storeLinksBeforeMerge(tx, kind, merged)
  for (const { id, before, after } of edits) {
    const row = rows.get(id)
    if (!row) throw new Error(`no ${kind} ${id}`)
    const { code, i18n, ...essential } = after
    const names = localNames(row)
    const unchanged = Object.entries(i18n ?? {}).filter(([locale]) =>
      isDeepStrictEqual(names[locale as keyof TagNames] ?? null, before.i18n?.[locale as keyof TagNames] ?? null),
    )
    await writeFields(tx, kind, row, {
      ...essential,
      ...(code !== undefined && row.code === before.code && { code }),
      ...(unchanged.length > 0 && { i18n: Object.fromEntries(unchanged) }),
    })
  }
  for (const { id, before, after } of kind === 'tag' ? moved : []) {
    if (!before.mergedInto && after.mergedInto) await moveVotes(tx, id, after.mergedInto)
    if (before.mergedInto && !after.mergedInto) await moveVotesBack(tx, id, before.mergedInto)
  }
  const linkedNow = new Set(moved.map(({ id, before }) => before.mergedInto ?? id))
  if (linkedNow.size > 0) await relinkWorks(tx, await readMerges(tx), kind, [...linkedNow])
}
