import type { Updateable } from 'kysely'

import type { Db } from '#db/open.ts'
import type { WorkTable } from '#db/tables.ts'

import { mergedIds, type NameLink, storeUnmergedLinks } from './merged-names.ts'
import { createNameCache, type NameCache } from './name-cache.ts'
import type { NameId } from './name-kinds.ts'
import type { ResolvedMetadata } from '../resolve.ts'
import { saveCircle, saveTags, saveVoiceActors } from './save-names.ts'
import { saveSeries, saveStaff } from './save-series.ts'

export type WorkToSave = {
  id: number
  /** The code as spelled in the folder's name. */
  sourceId: string
  /** The library folder, and the work's folder relative to it (separated by `/`). */
  root: string
  path: string
  metadata: ResolvedMetadata
}

export type SaveOptions = {
  /** Shared by the works of one scan; without it names are looked up for each work. */
  cache?: NameCache
  now?: () => number
}

/**
 * Writes a work's metadata: its row, circle, series, tags, voice actors and staff. A new row is `present`, without signature, cover,
 * duration and subtitle; an existing one becomes `present` with this path and keeps them.
 *
 * @param tx  a transaction
 */
export async function saveWorkMetadata(tx: Db, work: WorkToSave, options: SaveOptions = {}): Promise<void> {
  const cache = options.cache ?? createNameCache()
  await cache.enter(tx)
  const { id, metadata } = work
  const own = {
    circle: [await saveCircle(tx, cache, metadata.circle)],
    tag: (await saveTags(tx, cache, metadata.tags)).map((tag) => tag.id),
    voiceActor: await saveVoiceActors(tx, cache, metadata.voiceActors),
  }
  const [circleId = 0] = mergedIds(cache.merges(), 'circle', own.circle)
  const ownSeriesId = await saveSeries(tx, cache, own.circle[0] ?? 0, metadata.series)
  const ownSeries = ownSeriesId === null ? [] : [ownSeriesId]
  const [seriesId = null] = mergedIds(cache.merges(), 'series', ownSeries)

  const described = {
    ...describedColumns(metadata),
    create_date: metadata.createDate,
    source_id: work.sourceId,
    source_type: 'DLSITE',
    circle_id: circleId,
    series_id: seriesId,
    root: work.root,
    path: work.path,
    state: 'present' as const,
    updated_at_ms: (options.now ?? Date.now)(),
  }
  const unread = { signature: null, cover_file_id: null, duration_seconds: 0, has_subtitle: 0 as const }
  await tx
    .insertInto('work')
    .values({ id, ...described, ...unread })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(described))
    .execute()

  // The row above is locked, so no other transaction writes these links.
  await linkTags(tx, id, mergedIds(cache.merges(), 'tag', own.tag))
  await linkVoiceActors(tx, id, mergedIds(cache.merges(), 'voiceActor', own.voiceActor))
  const ownStaff = await saveStaff(tx, cache, id, metadata.staff)
  await storeUnmergedLinks(tx, cache.merges(), id, {
    circle: own.circle.map(toLink),
    tag: own.tag.map(toLink),
    voiceActor: own.voiceActor.map(toLink),
    series: ownSeries.map(toLink),
    staff: ownStaff,
  })
}

function toLink(id: NameId): NameLink {
  return { id }
}

/** Does not touch correct links, so that the change log contains only real changes. */
async function linkTags(tx: Db, workId: number, tagIds: readonly number[]): Promise<void> {
  const linked = await tx
    .selectFrom('work_tag')
    .select('tag_id as id')
    .where('work_id', '=', workId)
    .orderBy('position')
    .execute()
  if (isSame(linked, tagIds)) return
  if (linked.length > 0) await tx.deleteFrom('work_tag').where('work_id', '=', workId).execute()
  const links = tagIds.map((tag_id, position) => ({ work_id: workId, tag_id, position }))
  if (links.length > 0) await tx.insertInto('work_tag').values(links).execute()
}

async function linkVoiceActors(tx: Db, workId: number, voiceActorIds: readonly string[]): Promise<void> {
  const linked = await tx
    .selectFrom('work_voice_actor')
    .select('voice_actor_id as id')
    .where('work_id', '=', workId)
    .orderBy('position')
    .execute()
  if (isSame(linked, voiceActorIds)) return
  if (linked.length > 0) await tx.deleteFrom('work_voice_actor').where('work_id', '=', workId).execute()
  const links = voiceActorIds.map((voice_actor_id, position) => ({ work_id: workId, voice_actor_id, position }))
  if (links.length > 0) await tx.insertInto('work_voice_actor').values(links).execute()
}

function isSame(linked: readonly { id: unknown }[], ids: readonly unknown[]): boolean {
  return linked.length === ids.length && linked.every(({ id }, index) => id === ids[index])
}

function describedColumns(metadata: ResolvedMetadata) {
  return {
    title: metadata.title,
    titles: JSON.stringify(metadata.titles),
    series_number: metadata.series?.number ?? null,
    release: metadata.release,
    age_category: metadata.ageCategory,
    price: metadata.price ?? 0,
    has_price: metadata.price === null ? (0 as const) : (1 as const),
    dl_count: metadata.dlCount,
    review_count: metadata.reviewCount,
    rate_count: metadata.rating.count,
    rate_average: metadata.rating.average,
    rate_detail: JSON.stringify(metadata.rating.detail),
    rank: metadata.rank && JSON.stringify(metadata.rank),
    language: metadata.language,
    original_code: metadata.originalCode,
    editions: JSON.stringify(metadata.editions),
    work_attributes: metadata.attributes,
    source_url: metadata.sourceUrl,
    description: metadata.description,
    metadata_source: metadata.titleSource,
    downloaded_cover: metadata.downloadedCover,
  } satisfies Updateable<WorkTable>
}
