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
  /** Whether sorting is deferred until `settle`. The keys are up to date. */
  #isLoading = false

  constructor(size: number) {
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
    return this.#columns[name]
  }

  insert(ordinal: number, work: CatalogueWork): void {
    for (const name of names) {
      const column = this.#columns[name]
      if (this.#isLoading) column.keys[ordinal] = keyOf(name, work)
      else column.insert(ordinal, keyOf(name, work))
    }
  }

  update(ordinal: number, work: CatalogueWork): void {
    for (const name of names) {
      const column = this.#columns[name]
      const key = keyOf(name, work)
      if (column.keys[ordinal] === key) continue
      if (this.#isLoading) {
        column.keys[ordinal] = key
      } else {
        column.remove(ordinal)
        column.insert(ordinal, key)
      }
    }
  }

  remove(ordinal: number): void {
    if (this.#isLoading) return
    for (const name of names) this.#columns[name].remove(ordinal)
  }

  grow(size: number): void {
    for (const name of names) this.#columns[name].grow(size)
  }

  /** After `settle`. */
  save() {
    return names.map((name) => this.#columns[name].save())
  }

  restore(saved: Saved<WorkColumns>): void {
    for (const [place, name] of names.entries()) this.#columns[name].restore(saved[place]!)
  }

  /** Makes changes cheap until `settle`; the orders must not be used in between. */
  startLoading(): void {
    this.#isLoading = true
  }

  /** Sorts after loading. @param listWorks  returns the ordinals of all works, in any order */
  settle(listWorks: () => Uint32Array): void {
    if (!this.#isLoading) return
    this.#isLoading = false
    const { id } = this.#columns
    id.rebuild(listWorks())
    const inOrderOfId = id.order.subarray(0, id.length)
    for (const name of names) if (name !== 'id') this.#columns[name].rebuild(inOrderOfId)
  }
}

/** Treats NaN, which cannot be sorted, as 0. */
function keyOf(name: ColumnName, work: CatalogueWork): number {
  return keysOf[name](work) || 0
}
