import { type RawBuilder, sql } from 'kysely'

import type { Db } from '#db/open.ts'
import { createTimeSlices } from '#jobs/time-slices.ts'

import { type NameId, type NameKind, nameKinds } from './name-kinds.ts'

/** For each kind, which names were merged into which. The latter were never merged themselves. */
export type Merges = ReadonlyMap<NameKind, ReadonlyMap<NameId, NameId>>

const WORKS_AT_ONCE = 500
const ROWS_AT_ONCE = 1_000
const SLICE_MS = 8

/** Identifies the latest rename, merge or undo. */
export async function readLastNameChange(db: Db): Promise<number> {
  const row = await db
    .selectFrom('name_change')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

export async function readMerges(db: Db): Promise<Merges> {
  const rows = await db.selectFrom('merged_name').selectAll().execute()
  return new Map(
    [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, merged]) => [
      kind,
      new Map(merged.map(({ id, into_id: into }) => [nameKinds[kind].toId(id), nameKinds[kind].toId(into)])),
    ]),
  )
}

/** Replaces merged names by those they were merged into, each once, in order. */
export function mergedIds<Id extends NameId>(merges: Merges, kind: NameKind, ids: readonly Id[]): Id[] {
  const into = merges.get(kind) as ReadonlyMap<NameId, Id> | undefined
  return into ? [...new Set(ids.map((id) => into.get(id) ?? id))] : [...ids]
}

/** A link of a work to a name. */
export type NameLink = { id: NameId; role?: string }

/** Replaces merged names in links by those they were merged into, each once in a role, in order. */
export function mergedLinks<L extends NameLink>(merges: Merges, kind: NameKind, links: readonly L[]): L[] {
  const into = merges.get(kind) as ReadonlyMap<NameId, L['id']> | undefined
  const merged = links.map((link) => ({ ...link, id: into?.get(link.id) ?? link.id }))
  return [...new Map(merged.map((link) => [textOf(link), link])).values()]
}

/**
 * Stores a work's links as its metadata has them where merges replace some, so that a merge can be undone.
 *
 * @param own  by kind
 */
export async function storeUnmergedLinks(
  tx: Db,
  merges: Merges,
  workId: number,
  own: Partial<Record<NameKind, readonly NameLink[]>>,
): Promise<void> {
  if (merges.size === 0) return
  const stored = await tx.selectFrom('unmerged_link').select(['kind', 'links']).where('work_id', '=', workId).execute()
  const before = new Map(stored.map(({ kind, links }) => [kind, links]))
  for (const [kind, its] of Object.entries(own) as [NameKind, readonly NameLink[]][]) {
    const isMerged = its.some(({ id }) => merges.get(kind)?.has(id))
    const links = isMerged ? its.map(textOf).join(',') : undefined
    if (links === before.get(kind)) continue
    if (links === undefined) await deleteUnmerged(tx, kind, [workId])
    else {
      await tx
        .insertInto('unmerged_link')
        .values({ work_id: workId, kind, links })
        .onConflict((conflict) => conflict.columns(['work_id', 'kind']).doUpdateSet({ links }))
        .execute()
    }
  }
}

/** Stores the links of the works that have one of these names, which are about to be merged. */
export async function storeLinksBeforeMerge(tx: Db, kind: NameKind, names: readonly NameId[]): Promise<void> {
  const { table, workId, text, order } = columnsOf(kind)
  await forEachWorks(tx, kind, names, async (workIds) => {
    await sql`
      insert into unmerged_link (work_id, kind, links)
      select ${workId}, cast(${kind} as text), string_agg(${text}, ',' ${order}) from ${table}
      where ${workId} in (${sql.join(workIds)})
      group by ${workId}
      on conflict do nothing`.execute(tx)
  })
}

/**
 * Links works again, after a merge or its undo, by their unmerged links.
 *
 * @param names  those that the works may be linked to now
 */
export async function relinkWorks(tx: Db, merges: Merges, kind: NameKind, names: readonly NameId[]): Promise<void> {
  await forEachWorks(tx, kind, names, (workIds) => relink(tx, merges, kind, workIds))
}

/** Calls `run` with a few works that have one of these names at a time, and lets other work run in between. */
async function forEachWorks(
  tx: Db,
  kind: NameKind,
  names: readonly NameId[],
  run: (workIds: readonly number[]) => Promise<void>,
): Promise<void> {
  const { table, workId, nameId } = columnsOf(kind)
  const { rows } = await sql<{ id: number }>`
    select distinct ${workId} as id from ${table} where ${nameId} in (${sql.join(names)})`.execute(tx)
  const slices = createTimeSlices(SLICE_MS)
  for (let from = 0; from < rows.length; from += WORKS_AT_ONCE) {
    await run(rows.slice(from, from + WORKS_AT_ONCE).map(({ id }) => id))
    if (slices.isOver()) await slices.next()
  }
}

async function relink(tx: Db, merges: Merges, kind: NameKind, workIds: readonly number[]): Promise<void> {
  const { table, workId, nameId, role, text, order } = columnsOf(kind)
  const { rows } = await sql<{ work_id: number; own: string; now: string }>`
    select link.${workId} as work_id, string_agg(${text}, ',' ${order}) as now, min(unmerged_link.links) as own
    from ${table} as link join unmerged_link on unmerged_link.work_id = link.${workId}
    where link.${workId} in (${sql.join(workIds)}) and unmerged_link.kind = ${kind}
    group by link.${workId}`.execute(tx)

  const swaps = new Map<string, { from: NameLink; to: NameLink; workIds: number[] }>()
  const rewritten: { workId: number; links: NameLink[] }[] = []
  const settled: number[] = []
  for (const { work_id: id, own, now } of rows) {
    const ownLinks = linksOf(kind, own)
    const wanted = mergedLinks(merges, kind, ownLinks)
    const swap = swapBetween(linksOf(kind, now), wanted)
    if (swap === 'several') rewritten.push({ workId: id, links: wanted })
    else if (swap) {
      const key = `${textOf(swap.from)} ${textOf(swap.to)}`
      const same = swaps.get(key) ?? { ...swap, workIds: [] }
      same.workIds.push(id)
      swaps.set(key, same)
    }
    if (!ownLinks.some((link) => merges.get(kind)?.has(link.id))) settled.push(id)
  }

  for (const { from, to, workIds: swapped } of swaps.values()) {
    const sameRole = role ? sql`and ${role} = ${from.role}` : sql``
    await sql`
      update ${table} set ${nameId} = ${to.id}
      where ${nameId} = ${from.id} ${sameRole} and ${workId} in (${sql.join(swapped)})`.execute(tx)
  }
  if (rewritten.length > 0) await rewrite(tx, kind, rewritten)
  if (settled.length > 0) await deleteUnmerged(tx, kind, settled)
}

/** As in `unmerged_link`. */
function textOf({ id, role }: NameLink): string {
  return role === undefined ? String(id) : `${role}:${id}`
}

/** In order of their roles. */
function linksOf(kind: NameKind, text: string): NameLink[] {
  const { links, toId } = nameKinds[kind]
  if (!links.role) return text.split(',').map((link) => ({ id: toId(link) }))
  return text
    .split(',')
    .map((link) => {
      const at = link.indexOf(':')
      return { role: link.slice(0, at), id: toId(link.slice(at + 1)) }
    })
    .sort((a, b) => (a.role < b.role ? -1 : a.role > b.role ? 1 : 0))
}

/** Returns what changes where links differ in the name at one place; null: they are equal. */
function swapBetween(before: readonly NameLink[], after: readonly NameLink[]) {
  if (before.length !== after.length) return 'several'
  const places = before.flatMap((from, at) => {
    const to = after[at]
    return !to || textOf(from) === textOf(to) ? [] : [{ from, to }]
  })
  const [swap = null, ...more] = places
  return more.length > 0 || swap?.from.role !== swap?.to.role ? 'several' : swap
}

async function rewrite(
  tx: Db,
  kind: NameKind,
  works: readonly { workId: number; links: readonly NameLink[] }[],
): Promise<void> {
  const { table, workId, nameId, role } = columnsOf(kind)
  await sql`delete from ${table} where ${workId} in (${sql.join(works.map((work) => work.workId))})`.execute(tx)
  const rows = works.flatMap((work) =>
    work.links.map((link, at) => {
      // Positions start again in each role.
      const position = at - work.links.findIndex((other) => other.role === link.role)
      const values = [work.workId, link.id, position, ...(role ? [link.role] : [])]
      return sql`(${sql.join(values)})`
    }),
  )
  const columns = sql.join([workId, nameId, sql.ref('position'), ...(role ? [role] : [])])
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await sql`
      insert into ${table} (${columns}) values ${sql.join(rows.slice(from, from + ROWS_AT_ONCE))}`.execute(tx)
  }
}

async function deleteUnmerged(tx: Db, kind: NameKind, workIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('unmerged_link').where('kind', '=', kind).where('work_id', 'in', workIds).execute()
}

function columnsOf(kind: NameKind) {
  const { links } = nameKinds[kind]
  const nameId = sql.ref(links.nameId)
  const role = links.role && sql.ref(links.role)
  return {
    table: sql.table(links.table),
    workId: sql.ref(links.workId),
    nameId,
    role,
    /** A link as text. */
    text: role ? sql`${role} || ':' || ${nameId}` : sql`cast(${nameId} as text)`,
    order: links.position ? sql`order by ${sql.ref(links.position)}` : sql``,
  }
}

/**
 * Moves members' votes on merged tags. One that a member cast on both tags of a work stays as it was on the other tag.
 */
export async function moveVotes(tx: Db, tagId: NameId, into: NameId): Promise<void> {
  const votes = sql`account_id, work_id, tag_id, vote, voted_at_ms`
  await sql`insert into unmerged_vote (${votes}) select ${votes} from tag_vote where tag_id = ${tagId}`.execute(tx)
  await sql`
    insert into tag_vote (${votes})
    select account_id, work_id, cast(${into} as integer), vote, voted_at_ms from tag_vote where tag_id = ${tagId}
    on conflict do nothing`.execute(tx)
  await sql`delete from tag_vote where tag_id = ${tagId}`.execute(tx)
}

/** Moves votes back, except those that members have changed since. */
export async function moveVotesBack(tx: Db, tagId: NameId, from: NameId): Promise<void> {
  const votes = sql`account_id, work_id, tag_id, vote, voted_at_ms`
  const isMoved = (table: RawBuilder<unknown>) => sql`
    exists (
      select 1 from unmerged_vote as moved
      where moved.tag_id = ${tagId} and moved.account_id = ${table}.account_id and moved.work_id = ${table}.work_id
        and moved.vote = ${table}.vote and moved.voted_at_ms = ${table}.voted_at_ms
    )`
  await sql`delete from tag_vote where tag_id = ${from} and ${isMoved(sql`tag_vote`)}`.execute(tx)
  await sql`
    insert into tag_vote (${votes}) select ${votes} from unmerged_vote where tag_id = ${tagId}
    on conflict do nothing`.execute(tx)
  await sql`delete from unmerged_vote where tag_id = ${tagId}`.execute(tx)
}
