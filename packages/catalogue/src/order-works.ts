import { hasBit } from './bits.ts'
import { idAtRandomPosition, randomKey, randomPosition } from './random-order.ts'
import type { Selection } from './selection.ts'
import type { SortedColumn } from './sorted-column.ts'
import type { CatalogueAnswer, CatalogueQuery } from './types.ts'
import type { WorkIndex } from './work-index.ts'

/** Returns one page of the selected works in the query's order, and their total. */
export function orderWorks(index: WorkIndex, query: CatalogueQuery, selection: Selection): CatalogueAnswer {
  const isDescending = query.direction === 'desc'
  if (query.order === 'rating') return pageByRating(index, query, selection)
  const total = selection.isWhole ? index.size : selection.count()
  const from = Math.min(Math.max(0, query.offset), total)
  const to = Math.min(from + query.limit, total)
  if (from >= to) return { ids: [], total }
  if (query.order === 'random') {
    return { ids: pageAtRandom(index, query, selection, { from, to, total }), total }
  }
  const column = index.columns.get(query.order === 'release' && isDescending ? 'release_desc' : query.order)
  // Descending order is ascending order read backwards, so everything below is ascending.
  const page = isDescending ? { from: total - to, to: total - from, total } : { from, to, total }
  const ordinals = ordinalsInOrder(column, selection, page)
  const { keys } = index.columns.get('id')
  const ids = Array.from(ordinals, (ordinal) => keys[ordinal]!)
  return { ids: isDescending ? ids.reverse() : ids, total }
}

/** Positions `from` to `to` − 1 of `total`. */
type Page = { from: number; to: number; total: number }

function ordinalsInOrder(column: SortedColumn, selection: Selection, page: Page): ArrayLike<number> & Iterable<number> {
  const { from, to, total } = page
  if (selection.isWhole) return column.order.subarray(from, to)
  // The estimated number of steps, about 2 ns each, to reach the page, if works are spread evenly over the order.
  const walk = (Math.min(to, total - from) / total) * column.length
  const sort = selection.words + total * (10 + 10 * Math.log2(total))
  if (sort < walk) {
    const compare = (a: number, b: number) => column.compare(a, b)
    return selection.list().sort(compare).subarray(from, to)
  }
  return from < total - to ? walkForwards(column, selection, page) : walkBackwards(column, selection, page)
}

function walkForwards({ order }: SortedColumn, { bits }: Selection, { from, to }: Page): number[] {
  const found: number[] = []
  let skip = from
  for (let place = 0; found.length < to - from; place += 1) {
    const ordinal = order[place]!
    if (!hasBit(bits, ordinal)) continue
    if (skip > 0) skip -= 1
    else found.push(ordinal)
  }
  return found
}

function walkBackwards({ order, length }: SortedColumn, { bits }: Selection, { from, to, total }: Page): number[] {
  const found: number[] = []
  let skip = total - to
  for (let place = length - 1; found.length < to - from; place -= 1) {
    const ordinal = order[place]!
    if (!hasBit(bits, ordinal)) continue
    if (skip > 0) skip -= 1
    else found.push(ordinal)
  }
  return found.reverse()
}

/** Orders by the visitor's own ratings. There are few, so each rated work is checked. */
function pageByRating(
  index: WorkIndex,
  { ratings, direction, offset, limit }: CatalogueQuery,
  selection: Selection,
): CatalogueAnswer {
  const rated = [...(ratings ?? [])].filter(([id]) => {
    const ordinal = index.ordinalOf(id)
    return ordinal !== undefined && selection.has(ordinal)
  })
  const sign = direction === 'desc' ? -1 : 1
  rated.sort(([idA, a], [idB, b]) => sign * (a - b || idA - idB))
  return { ids: rated.slice(offset, offset + limit).map(([id]) => id), total: rated.length }
}

/**
 * Random positions are evenly distributed, so those of one page are in a narrow band, and only works in the band are
 * sorted. If it turns out too narrow, a wider one is tried.
 */
function pageAtRandom(index: WorkIndex, query: CatalogueQuery, selection: Selection, page: Page): number[] {
  const { from, to, total } = page
  const key = randomKey(query.seed ?? 0)
  // Descending is ascending with mirrored positions.
  const mirror = query.direction === 'desc' ? -1 : 0
  const { keys } = index.columns.get('id')
  // The number of positions below a bound is binomially distributed.
  const spread = (count: number) => Math.sqrt(count * (1 - count / total))
  for (let deviations = 4; ; deviations *= 4) {
    // Halves of positions as signed integers, so that the sign of a difference gives the order.
    const halfPlace = (count: number) => Math.floor(Math.min(1, Math.max(0, count / total)) * 2 ** 31)
    const low = halfPlace(from - deviations * (spread(from) + 4))
    const width = halfPlace(to + deviations * (spread(to) + 4)) - low
    // Filtered in place: writing never overtakes reading.
    const list = selection.list()
    let below = 0
    let inBand = 0
    for (let at = 0; at < list.length; at += 1) {
      const place = randomPosition(key, keys[list[at]!]!) ^ mirror
      const distance = ((place >>> 1) - low) | 0
      // Branch-free, because the branch would be mispredicted half of the time.
      below += distance >>> 31
      if (distance >>> 0 < width) {
        list[inBand] = place
        inBand += 1
      }
    }
    if (below > from || below + inBand < to) continue
    const places = list
      .subarray(0, inBand)
      .sort()
      .subarray(from - below, to - below)
    return Array.from(places, (place) => idAtRandomPosition(key, place ^ mirror))
  }
}
