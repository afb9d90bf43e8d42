import type { Term } from '@otodana/keyword'

/** `unrated`: nothing tells. */
export const ageCategories = ['general', 'r15', 'adult', 'unrated'] as const
export type AgeCategory = (typeof ageCategories)[number]

/** One work as lists and searches know it. Names stand in the catalogue once, by id; see `CatalogueChange`. */
export type CatalogueWork = {
  /** 0 to 2³² − 1 */
  id: number
  /** As its folder or metadata writes it: `RJ01234567`. */
  code: string
  title: string
  circleId: number
  /** UUIDs */
  voiceActorIds: readonly string[]
  /** Tags that count for `$tag:…$`. */
  tagIds: readonly number[]
  /** Tags that were voted down: only `$tagw:…$` and plain words find the work by them. */
  weakTagIds: readonly number[]
  /** Days since 1970-01-01; null: nothing tells, and such works come last in the order of release, either way. */
  releaseDay: number | null
  /** Days since 1970-01-01. */
  createDay: number
  salesCount: number
  /** JPY */
  price: number
  /** 0 to 5; lists compare two decimals. */
  rateAverage: number
  reviewCount: number
  durationSeconds: number
  age: AgeCategory
  /** The language of this edition: `JPN`, `ENG`, `CHI_HANS` … */
  language: string
  hasSubtitle: boolean
  /** The code of the work that this one translates, or null. */
  originalCode: string | null
}

/** What happens to a catalogue. A work that is missing from the library is removed, and comes back as `work`. */
export type CatalogueChange =
  | { kind: 'work'; work: CatalogueWork }
  | { kind: 'workRemoved'; id: number }
  /** `names`: every name that the thing is known by, in any language; the first is the one that is shown. */
  | { kind: 'circle'; id: number; names: readonly string[] }
  | { kind: 'tag'; id: number; names: readonly string[] }
  | { kind: 'voiceActor'; id: string; names: readonly string[] }

export const catalogueOrders = [
  'create_date',
  'release',
  'rating',
  'dl_count',
  'price',
  'rate_average_2dp',
  'review_count',
  'id',
  'nsfw',
  'random',
] as const
export type CatalogueOrder = (typeof catalogueOrders)[number]

export type CatalogueQuery = {
  /** All must hold; partial terms say nothing yet and are passed over. */
  terms: readonly Term[]
  order: CatalogueOrder
  /** Works that compare equal follow their id in the same direction. */
  direction: 'asc' | 'desc'
  /** Of the random order; any whole number ≥ 0. */
  seed?: number
  offset: number
  limit: number
  /** Only works of this circle, with this tag (weak or not), or of this voice actor. */
  circleId?: number
  tagId?: number
  voiceActorId?: string
  /** Only works with subtitles: the library's own, or those of the visitor for the works named here. */
  isSubtitled?: boolean
  locallySubtitledIds?: readonly number[]
  /** Leaves out translations whose original is in the catalogue too. */
  hidesTranslations?: boolean
  /** The visitor's ratings by work id: `rating` orders by them and lists no other works. */
  ratings?: ReadonlyMap<number, number>
}

/** What narrows a list, whatever its order. */
export type Narrowing = Omit<CatalogueQuery, 'order' | 'direction' | 'seed' | 'offset' | 'limit' | 'ratings'>

export type CatalogueOptions = {
  /**
   * A work without a known age may be for adults, so `$-age:adult$` and `$-age:r15$` leave it out as well; true: they
   * do not.
   */
  passesUnrated?: boolean
}

/** `total` is exact: how many works match, on all pages. */
export type CatalogueAnswer = { ids: number[]; total: number }

/**
 * The read model of the library: every list and search, answered from memory, without waiting. Nothing here fails on odd
 * input: an unknown id matches nothing, and a work may name circles, tags and voice actors that come later.
 */
export type Catalogue = {
  /** How many works it holds. */
  readonly size: number
  /** Grows by one with each change; equal versions give equal answers. */
  readonly version: number
  apply(change: CatalogueChange): void
  /**
   * The same as `apply` one by one, but fast for many: for the first load, in one call or several. It leaves the sorting to
   * the next query, which takes the longer for it: 0.1 s with 100,000 works.
   */
  load(changes: Iterable<CatalogueChange>): void
  query(query: CatalogueQuery): CatalogueAnswer
  /** Those of these works that are in the catalogue and that the narrowing leaves, as they are ordered here. */
  filter(ids: readonly number[], narrowing: Narrowing): number[]
  /** Tells of a work whether it is in the catalogue and the narrowing leaves it; good until the next call of anything here. */
  matcher(narrowing: Narrowing): (id: number) => boolean
  /** Equal for editions of one work, whether or not the original is there; null: the work is not in the catalogue. */
  originOf(id: number): string | null
  /** How many works each has that are in the catalogue; those without works are left out. Weak tags do not count. */
  circleCounts(): ReadonlyMap<number, number>
  tagCounts(): ReadonlyMap<number, number>
  voiceActorCounts(): ReadonlyMap<string, number>
}
