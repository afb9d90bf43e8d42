import { SortedColumn } from './sorted-column.ts'
import type { AgeCategory, CatalogueOrder, CatalogueWork, Saved } from './types.ts'

/**
 * The orders that are kept sorted: all that do not depend on the visitor, and the duration, which is only used by
 * filters. Works without a release date come last in both directions, so that order exists twice; `release_desc` is
 * read backwards.
 */
export type ColumnName = Exclude<CatalogueOrder, 'rating' | 'random'> | 'release_desc' | 'duration'

const keysOf: Record<ColumnName, (work: CatalogueWork) => number> = {
  // First, because the other columns break ties by it.
  id: ({ id }) => id,
  create_date: ({ createDay }) => createDay,
  release: ({ releaseDay }) => releaseDay ?? Infinity,
  release_desc: ({ releaseDay }) => releaseDay ?? -Infinity,
  dl_count: ({ salesCount }) => salesCount,
  price: ({ price }) => price,
  rate_average_2dp: ({ rateAverage }) => Math.round(rateAverage * 100) / 100,
  review_count: ({ reviewCount }) => reviewCount,
  nsfw: ({ age }) => nsfwKeys[age],
  duration: ({ durationSeconds }) => durationSeconds,
}
/** Works of unknown age are ordered between the two, because they may be for adults. */
const nsfwKeys: Record<AgeCategory, number> = { general: 0, r15: 0, unrated: 1, adult: 2 }
const names = Object.keys(keysOf) as ColumnName[]

/** All numeric columns of the works, each sorted. */
export class WorkColumns {
  readonly #columns: Record<ColumnName, SortedColumn>
  readonly #listWorks: () => Uint32Array

  /** @param listWorks  returns the ordinals of all works, in any order */
  constructor(size: number, listWorks: () => Uint32Array) {
    this.#listWorks = listWorks
    const id = new SortedColumn(size)
    const column = () => new SortedColumn(size, id)
    this.#columns = {
      id,
      create_date: column(),
      release: column(),
      release_desc: column(),
      dl_count: column(),
      price: column(),
      rate_average_2dp: column(),
      review_count: column(),
      nsfw: column(),
      duration: column(),
    }
  }

  get(name: ColumnName): SortedColumn {
    const column = this.#columns[name]
    if (!column.isSorted) column.rebuild(name === 'id' ? this.#listWorks() : this.#listById())
    return column
  }

  insert(ordinal: number, work: CatalogueWork): void {
    for (const name of names) this.#columns[name].insert(ordinal, keyOf(name, work))
  }

  update(ordinal: number, work: CatalogueWork): void {
    for (const name of names) {
      const column = this.#columns[name]
      const key = keyOf(name, work)
      if (column.keys[ordinal] === key) continue
      column.remove(ordinal)
      column.insert(ordinal, key)
    }
  }

  remove(ordinal: number): void {
    for (const name of names) this.#columns[name].remove(ordinal)
  }

  grow(size: number): void {
    for (const name of names) this.#columns[name].grow(size)
  }

  save() {
    return names.map((name) => this.get(name).save())
  }

  restore(saved: Saved<WorkColumns>): void {
    for (const [place, name] of names.entries()) this.#columns[name].restore(saved[place]!)
  }

  /** Makes changes cheap: a column is sorted again when it is asked for, or by `sortSome`. */
  startLoading(): void {
    for (const name of names) this.#columns[name].isSorted = false
  }

  /** Sorts a column that is not. Returns whether there are more. */
  sortSome(): boolean {
    const [first, ...others] = names.filter((name) => !this.#columns[name].isSorted)
    if (first !== undefined) this.get(first)
    return others.length > 0
  }

  #listById(): Uint32Array {
    const { order, length } = this.get('id')
    return order.subarray(0, length)
  }
}

/** Treats NaN, which cannot be sorted, as 0. */
function keyOf(name: ColumnName, work: CatalogueWork): number {
  return keysOf[name](work) || 0
}
