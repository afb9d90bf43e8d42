import { type RawBuilder, sql } from 'kysely'

import { inPages } from '#db/in-pages.ts'
import type { Db } from '#db/open.ts'
import { type NameId, type NameKind, nameKinds, type TagNames } from '#features/metadata/index.ts'

/** A circle, tag or voice actor as it is stored. */
export type NameRow = {
  id: NameId
  name: string
  name_key: string
  /** Of circles and series. */
  code?: string
  /** Of series: names differ within a circle. */
  circle_id?: number
  /** Of tags. */
  i18n?: string
  /** What it was merged into. */
  mergedInto: NameId | null
}

type LocalName = NonNullable<TagNames['ja-jp']>

/** What a change of a name can change. */
export type NameFields = {
  mergedInto?: NameId | null
  name?: string
  code?: string
  i18n?: { [L in keyof TagNames]?: LocalName | null }
}

export type NameEdit = { id: NameId; before: NameFields; after: NameFields }

export function localNames({ i18n }: Pick<NameRow, 'i18n'>): TagNames {
  return JSON.parse(i18n ?? '{}') as TagNames
}

export function rowsById(db: Db, kind: NameKind, ids: readonly NameId[]): Promise<NameRow[]> {
  const own = ids.filter((id) => typeof id === typeof nameKinds[kind].toId('0'))
  return own.length === 0 ? Promise.resolve([]) : readRows(db, kind, sql`id in (${sql.join(own)})`)
}

/** Finds the name with a key that is of the same kind, and of a series' circle, as another. */
export async function findByKey(db: Db, kind: NameKind, key: string, like: NameRow): Promise<NameRow | null> {
  const ofCircle = like.circle_id === undefined ? sql`` : sql`and circle_id = ${like.circle_id}`
  const [row] = await readRows(db, kind, sql`name_key = ${key} ${ofCircle}`)
  return row ?? null
}

/** Returns what was merged into these. */
export function rowsMergedInto(db: Db, kind: NameKind, ids: readonly NameId[]): Promise<NameRow[]> {
  const merged = sql`select ${ownId(kind)} from merged_name where kind = ${kind} and into_id in (${sql.join(ids.map(String))})`
  return readRows(db, kind, sql`id in (${merged})`)
}

export function allRows(db: Db, kind: NameKind): Promise<NameRow[]> {
  return readRows(db, kind, sql`1 = 1`)
}

/** Yields all names of a kind. */
export function rowsInPages(db: Db, kind: NameKind): AsyncGenerator<NameRow[]> {
  return inPages((last, limit) => readRows(db, kind, last === null ? sql`true` : sql`id > ${last.id}`, limit))
}

/** `merged_name` has all ids as text. */
function ownId(kind: NameKind): RawBuilder<unknown> {
  return typeof nameKinds[kind].toId('0') === 'string' ? sql`id` : sql`cast(id as integer)`
}

async function readRows(db: Db, kind: NameKind, which: RawBuilder<unknown>, limit?: number): Promise<NameRow[]> {
  const { table, toId } = nameKinds[kind]
  const { rows } = await sql<NameRow & { into_id: string | null }>`
    select *, (
      select into_id from merged_name where merged_name.kind = ${kind} and merged_name.id = cast(name.id as text)
    ) as into_id
    from ${sql.table(table)} as name where ${which} order by id ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(
    db,
  )
  return rows.map(({ into_id: into, ...row }) => ({ ...row, mergedInto: into === null ? null : toId(into) }))
}

/** Number of works in the library that have one of these names. */
export async function countWorks(db: Db, kind: NameKind, ids: readonly NameId[]): Promise<number> {
  const { links } = nameKinds[kind]
  const [workId, nameId] = [sql.ref(links.workId), sql.ref(links.nameId)]
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from work where state = 'present' and id in (
      select ${workId} from ${sql.table(links.table)} where ${nameId} in (${sql.join(ids)})
    )`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether any work has it, in the library or missing. */
export async function isUsed(db: Db, kind: NameKind, id: NameId): Promise<boolean> {
  const { links } = nameKinds[kind]
  const { rows } = await sql`
    select 1 from ${sql.table(links.table)} where ${sql.ref(links.nameId)} = ${id} limit 1`.execute(db)
  return rows.length > 0
}

export async function writeFields(tx: Db, kind: NameKind, row: NameRow, fields: NameFields): Promise<void> {
  const { mergedInto, name, code, i18n } = fields
  if (mergedInto === null) {
    await tx.deleteFrom('merged_name').where('kind', '=', kind).where('id', '=', String(row.id)).execute()
  } else if (mergedInto !== undefined) {
    await tx
      .insertInto('merged_name')
      .values({ kind, id: String(row.id), into_id: String(mergedInto) })
      .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet({ into_id: String(mergedInto) }))
      .execute()
  }
  const columns = [
    ...(name === undefined ? [] : [sql`name = ${name}`]),
    ...(code === undefined ? [] : [sql`code = ${code}`]),
    ...(i18n === undefined ? [] : [sql`i18n = ${JSON.stringify(withLocalNames(localNames(row), i18n))}`]),
  ]
  if (columns.length === 0) return
  await sql`update ${sql.table(nameKinds[kind].table)} set ${sql.join(columns)} where id = ${row.id}`.execute(tx)
}

function withLocalNames(names: TagNames, edits: NonNullable<NameFields['i18n']>): TagNames {
  const entries = Object.entries({ ...names, ...edits }).filter(([, name]) => name !== null)
  return Object.fromEntries(entries)
}
