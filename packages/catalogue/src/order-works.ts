import { hasBit } from './bits.ts'
import { randomOrder } from './random-order.ts'
import type { Selection } from './selection.ts'
import type { SortedColumn } from './sorted-column.ts'
import type { CatalogueAnswer, CatalogueQuery } from './types.ts'
import type { WorkIndex } from './work-index.ts'

/** One page of the selected works in the order that the query asks for, and how many there are. */
export function orderWorks(index: WorkIndex, query: CatalogueQuery, selection: Selection): CatalogueAnswer {
  const isDescending = query.direction === 'desc'
  if (query.order === 'rating') return pageByRating(index, query, selection)
  const total = selection.isWhole ? index.size : selection.count()
  const from = Math.min(Math.max(0, query.offset), total)
  const to = Math.min(from + query.limit, total)
  if (from >= to) return { ids: [], total }
  if (query.order === 'random') {
    return { ids: pageAtRandom(index, selection, query.seed ?? 0, isDescending, { from, to, total }), total }
  }
  const column = index.columns.get(query.order)
  // Descending is the ascending order read backwards, so all below is about ascending.
  const page = isDescending ? { from: total - to, to: total - from, total } : { from, to, total }
  const ordinals = ordinalsInOrder(column, selection, page)
  const { keys } = index.columns.get('id')
  const ids = Array.from(ordinals, (ordinal) => keys[ordinal]!)
  return { ids: isDescending ? ids.reverse() : ids, total }
}

/** Places `from` to `to` − 1 of `total`. */
type Page = { from: number; to: number; total: number }

function ordinalsInOrder(column: SortedColumn, selection: Selection, page: Page): ArrayLike<number> & Iterable<number> {
  const { from, to, total } = page
  if (selection.isWhole) return column.order.subarray(from, to)
  // As if the works were spread evenly over the order: how far a walk to the page would go, in steps of some 2 ns.
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

/** The visitor's own ratings, of which there are few: each work that they name is looked at. */
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

const PLACES = 2 ** 32

/**
 * Random places are spread evenly, so those of one page lie in a narrow band: only works in it are sorted. If the band
 * turns out too narrow, a wider one is tried.
 */
function pageAtRandom(
  index: WorkIndex,
  selection: Selection,
  seed: number,
  isDescending: boolean,
  { from, to, total }: Page,
): number[] {
  const { placeOf, idAt } = randomOrder(seed)
  const { keys } = index.columns.get('id')
  const mirror = isDescending ? -1 : 0
  const ordinals = selection.list()
  for (let margin = 30 + 4 * Math.sqrt(total); ; margin *= 4) {
    const low = ((from - margin) / total) * PLACES
    const high = ((to + margin) / total) * PLACES
    const band: number[] = []
    let below = 0
    for (const ordinal of ordinals) {
      const place = (placeOf(keys[ordinal]!) ^ mirror) >>> 0
      if (place < low) below += 1
      else if (place < high) band.push(place)
    }
    if (below > from || below + band.length < to) continue
    const sorted = Uint32Array.from(band).sort()
    return Array.from(sorted.subarray(from - below, to - below), (place) => idAt((place ^ mirror) >>> 0))
  }
}
