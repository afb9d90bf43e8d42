import { staffRoles } from '@otodana/contract'

import type { Db } from '#db/open.ts'

import type { ResolvedMetadata } from '../resolve.ts'
import { mergedLinks, type NameLink } from './merged-names.ts'
import type { NameCache } from './name-cache.ts'
import { nameKey, staffId } from './names.ts'

/** Finds or adds a circle's series, by the circle that metadata has, merged or not; stores the code if none was known. */
export async function saveSeries(
  tx: Db,
  cache: NameCache,
  circleId: number,
  given: ResolvedMetadata['series'],
): Promise<number | null> {
  if (given === null) return null
  const key = nameKey(given.name)
  const known = cache.series(circleId, key) ?? (await findSeries(tx, cache, circleId, key))
  if (known && (known.code !== '' || given.code === '')) return known.id
  const { id, code } = await tx
    .insertInto('series')
    .values({ circle_id: circleId, name: given.name, name_key: key, code: given.code })
    .onConflict((conflict) =>
      conflict.columns(['circle_id', 'name_key']).doUpdateSet((row) => ({
        code: row.case().when('series.code', '=', '').then(row.ref('excluded.code')).else(row.ref('series.code')).end(),
      })),
    )
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
  cache.keepSeries(circleId, key, { id, code }, true)
  return id
}

async function findSeries(tx: Db, cache: NameCache, circleId: number, key: string) {
  const row = await tx
    .selectFrom('series')
    .select(['id', 'code'])
    .where('circle_id', '=', circleId)
    .where('name_key', '=', key)
    .executeTakeFirst()
  if (row) cache.keepSeries(circleId, key, row, false)
  return row
}

/**
 * Finds or adds a work's staff and links it. Does not touch correct links.
 *
 * @returns the links before merges
 */
export async function saveStaff(
  tx: Db,
  cache: NameCache,
  workId: number,
  staff: ResolvedMetadata['staff'],
): Promise<NameLink[]> {
  await addStaff(
    tx,
    cache,
    staffRoles.flatMap((role) => staff[role]),
  )
  const own = staffRoles.map((role) => staff[role].map((name) => ({ id: staffId(name), role })))
  const links = own.flatMap((ofRole) =>
    mergedLinks(cache.merges(), 'staff', ofRole).map(({ id, role }, position) => ({
      work_id: workId,
      staff_id: id,
      role,
      position,
    })),
  )
  const linked = await tx
    .selectFrom('work_staff')
    .select(['staff_id', 'role', 'position'])
    .where('work_id', '=', workId)
    .execute()
  const keyOf = (link: { staff_id: string; role: string; position: number }) =>
    `${link.role} ${link.position} ${link.staff_id}`
  const known = new Set(linked.map(keyOf))
  if (linked.length !== links.length || !links.every((link) => known.has(keyOf(link)))) {
    if (linked.length > 0) await tx.deleteFrom('work_staff').where('work_id', '=', workId).execute()
    if (links.length > 0) await tx.insertInto('work_staff').values(links).execute()
  }
  return own.flat()
}

async function addStaff(tx: Db, cache: NameCache, names: readonly string[]): Promise<void> {
  const unknown = new Map(names.map((name) => [nameKey(name), name] as const).filter(([key]) => !cache.hasStaff(key)))
  if (unknown.size === 0) return
  const keys = [...unknown.keys()]
  const found = await tx.selectFrom('staff').select('name_key').where('name_key', 'in', keys).execute()
  for (const { name_key: key } of found) cache.keepStaff(key, false)
  // Always in the same order, so that two processes cannot deadlock.
  const missing = [...unknown].filter(([key]) => !cache.hasStaff(key)).sort(([a], [b]) => (a < b ? -1 : 1))
  if (missing.length === 0) return
  await tx
    .insertInto('staff')
    .values(missing.map(([key, name]) => ({ id: staffId(name), name, name_key: key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const [key] of missing) cache.keepStaff(key, true)
}
