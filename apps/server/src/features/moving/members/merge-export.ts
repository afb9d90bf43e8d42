import { setImmediate } from 'node:timers/promises'

import { type AccountExport, LIKED_PLAYLIST, MARKED_PLAYLIST, SYSTEM_PLAYLIST_PREFIX } from '@otodana/contract'
import { parseWorkIdentity } from '@otodana/work-code'

import type { Database } from '#db/open.ts'
import { createPlaylistRepository } from '#features/playlists/index.ts'

import { mergeList } from './lists.ts'
import { mergeHeard } from './heard.ts'
import { mergeMarks } from './marks.ts'
import type { MergeOptions, Result } from './moved-in.ts'
import { devicesWithRoom, mergePositions } from './positions.ts'
import { mergeTagVotes } from './votes.ts'

const ITEMS_AT_ONCE = 200
const NO_ITEMS = { new: 0, changed: 0, here: 0, waiting: 0, skipped: 0 }

type Merged = typeof NO_ITEMS

/** Merges a member's export into the account, a few hundred items in each transaction. */
export async function mergeExport(
  database: Database,
  accountId: number,
  { reviews, places, history, playlists, tagVotes }: AccountExport,
  options: MergeOptions & { mayVote: boolean },
) {
  if (!options.dryRun) await createPlaylistRepository(database).ensureSystemPlaylists(accountId)
  const marks = latest(present(reviews), ({ code }) => String(workIdOf(code)), atOf('updated_at')).map(
    ({ code, ...review }) => {
      const atMs = Math.min(Date.parse(review.updated_at), Date.now())
      const { userRating: rating, review_text: reviewText, progress } = review
      return { workId: workIdOf(code), rating, reviewText, progress, createdAtMs: atMs, atMs }
    },
  )
  const merged = {
    reviews: await inBatches(marks, reviews.length, (items) => mergeMarks(database, accountId, items, options)),
    places: { ...NO_ITEMS },
    history: await mergeHistory(database, accountId, history, options),
    playlists: { ...NO_ITEMS },
    votes: await mergeVotes(database, accountId, tagVotes, options),
    likes: await mergeLikes(database, accountId, playlists.liked, options),
  }
  merged.places.skipped += countNulls(places)
  const lastFirst = present(places).toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  const byDevice = Map.groupBy(lastFirst, ({ device }) => device.id)
  const rooms = await devicesWithRoom(database, accountId, [...byDevice.keys()])
  for (const [id, ofDevice] of byDevice) {
    if (!rooms.has(id)) {
      merged.places.skipped += ofDevice.length
      continue
    }
    const positions = latest(ofDevice, ({ code, path }) => `${workIdOf(code ?? '')} ${path}`, atOf('at')).map(
      (place) => ({
        workId: place.path === undefined ? null : workIdOf(place.code ?? ''),
        track: { path: place.path, title: place.path ?? '' },
        seconds: place.seconds,
        atMs: Math.min(Date.parse(place.at), Date.now()),
      }),
    )
    const device = { id, name: ofDevice[0]?.device.name ?? id }
    const merge = (items: Known<(typeof positions)[number]>[]) =>
      mergePositions(database, accountId, device, items, options)
    addTo(merged.places, await inBatches(positions, ofDevice.length, merge))
  }
  merged.playlists.skipped += countNulls(playlists.own)
  for (const { works, createdAt, ...details } of present(playlists.own)) {
    const list = { ...details, createdAtMs: Math.min(Date.parse(createdAt), Date.now()) }
    const isSystem = details.name.toUpperCase().startsWith(SYSTEM_PLAYLIST_PREFIX)
    const isOurs = !isSystem || details.name === LIKED_PLAYLIST || details.name === MARKED_PLAYLIST
    const listed = latest(present(works), ({ code }) => String(workIdOf(code)), atOf('addedAt')).map(
      ({ code, addedAt }) => ({
        workId: isOurs ? workIdOf(code) : null,
        atMs: Math.min(Date.parse(addedAt), Date.now()),
      }),
    )
    const merge = (items: Known<(typeof listed)[number]>[]) => mergeList(database, accountId, list, items, options)
    addTo(merged.playlists, await inBatches(listed, works.length, merge))
  }
  return merged
}

function mergeHistory(
  database: Database,
  accountId: number,
  history: AccountExport['history'],
  options: MergeOptions,
): Promise<Merged> {
  type Row = { code: string; path: string; day: string; device: string }
  const rowOf = ({ code, path, day, device }: Row) => `${workIdOf(code)} ${path} ${day} ${device.toLowerCase()}`
  const heard = latest(present(history), rowOf, atOf('lastAt')).map(
    ({ code, path, day, device, firstAt, lastAt, heardSeconds, seconds, durationSeconds }) => {
      const atMs = Math.min(Date.parse(lastAt), Date.now())
      return {
        workId: workIdOf(code),
        track: { path, title: path },
        day,
        deviceId: device.toLowerCase(),
        firstAtMs: Math.min(Date.parse(firstAt), atMs),
        atMs,
        heardSeconds,
        seconds,
        durationSeconds,
      }
    },
  )
  return inBatches(heard, history.length, (items) => mergeHeard(database, accountId, items, options))
}

function mergeVotes(
  database: Database,
  accountId: number,
  tagVotes: AccountExport['tagVotes'],
  options: MergeOptions & { mayVote: boolean },
): Promise<Merged> {
  const votes = (options.mayVote ? present(tagVotes) : []).map(({ code, tag, vote }) => {
    const given = vote === 'up' ? (1 as const) : (2 as const)
    return { workId: workIdOf(code), tag, vote: given, atMs: 0 as const }
  })
  const once = [...new Map(votes.map((vote) => [`${vote.workId} ${vote.tag}`, vote])).values()]
  return inBatches(once, tagVotes.length, (items) => mergeTagVotes(database, accountId, items, options))
}

/** Likes playlists that are here and not the member's own; one that the member may not see is as one that is not here. */
async function mergeLikes(
  database: Database,
  accountId: number,
  given: readonly (string | null)[],
  { dryRun }: MergeOptions,
): Promise<Merged> {
  const playlists = createPlaylistRepository(database)
  const merged = { ...NO_ITEMS }
  for (const id of new Set(given)) {
    const list = id === null ? null : await playlists.find(id.toLowerCase(), accountId)
    if (!list || list.account_id === accountId) merged.skipped++
    else if (list.own_likes === 1) merged.here++
    else {
      if (!dryRun) await playlists.setLiked(accountId, list.id, true)
      merged.new++
    }
  }
  return merged
}

function present<T>(items: readonly (T | null)[]): T[] {
  return items.filter((item) => item !== null)
}

function countNulls(items: readonly unknown[]): number {
  return items.filter((item) => item === null).length
}

type Known<T> = T & { workId: number }

/** @param given  how many there were; the others are repeats, not of a work, or cannot be used */
async function inBatches<T extends { workId: number | null }>(
  items: readonly T[],
  given: number,
  merge: (items: Known<T>[]) => Promise<Result[]>,
): Promise<Merged> {
  const known = items.filter((item): item is Known<T> => item.workId !== null)
  const merged = { ...NO_ITEMS, skipped: given - known.length }
  for (let from = 0; from < known.length; from += ITEMS_AT_ONCE) {
    for (const { outcome } of await merge(known.slice(from, from + ITEMS_AT_ONCE))) {
      merged[outcome === 'same' || outcome === 'kept' ? 'here' : outcome]++
    }
    await setImmediate()
  }
  return merged
}

function addTo(sum: Merged, more: Merged): void {
  for (const outcome of ['new', 'changed', 'here', 'waiting', 'skipped'] as const) sum[outcome] += more[outcome]
}

/** Of several about the same, the latest; in the given order. */
function latest<T>(items: readonly T[], keyOf: (item: T) => string, timeOf: (item: T) => number): T[] {
  const found = new Map<string, T>()
  for (const item of items) {
    const other = found.get(keyOf(item))
    if (!other || timeOf(other) < timeOf(item)) found.set(keyOf(item), item)
  }
  return [...found.values()]
}

function atOf<F extends string>(field: F) {
  return (item: Record<F, string>) => Date.parse(item[field])
}

function workIdOf(code: string): number | null {
  return parseWorkIdentity(code)?.id ?? null
}
