import type { AccountExport } from './account-export.ts'
import { MAX_EXPORT_BYTES, MAX_EXPORTED } from './account-export.ts'
import { MAX_PLAYLISTS } from './playlists.ts'

/** Around the items of a part. */
const FRAME_BYTES = 1_000

/**
 * Splits an export into parts that `importAccount` takes one after another: what is merged of them is the same as of the whole.
 * The latest positions come first, because an account has room for so many devices.
 */
export function splitExport(
  data: AccountExport,
  maxBytes = MAX_EXPORT_BYTES,
  maxItems = MAX_EXPORTED,
): AccountExport[] {
  const utf8 = new TextEncoder()
  const parts: AccountExport[] = []
  let bytes = Infinity
  let items = 0

  /** A part has room for so many fewer of the heavier items. */
  function partFor(item: unknown, weight = 1): AccountExport {
    const size = utf8.encode(JSON.stringify(item)).length + 1
    if (bytes + size > maxBytes || items + weight > maxItems) {
      parts.push({ reviews: [], places: [], history: [], playlists: { own: [], liked: [] }, tagVotes: [] })
      bytes = FRAME_BYTES
      items = 0
    }
    bytes += size
    items += weight
    return parts.at(-1)!
  }

  const { reviews, places, history, playlists, tagVotes } = data
  for (const review of reviews) partFor(review).reviews.push(review)
  const timeOf = (place: (typeof places)[number]) => Date.parse(place?.at ?? '') || 0
  const latestFirst = [...places].sort((a, b) => timeOf(b) - timeOf(a))
  for (const place of latestFirst) partFor(place).places.push(place)
  for (const heard of history) partFor(heard).history.push(heard)
  const listWeight = Math.ceil(maxItems / MAX_PLAYLISTS)
  for (const list of playlists.own) partFor(list, listWeight).playlists.own.push(list)
  for (const id of playlists.liked) partFor(id).playlists.liked.push(id)
  for (const vote of tagVotes) partFor(vote).tagVotes.push(vote)
  return parts.length > 0 ? parts : [data]
}
