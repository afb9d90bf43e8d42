import type { Term } from '@otodana/keyword'

/** `unrated`: unknown. */
export const ageCategories = ['general', 'r15', 'adult', 'unrated'] as const
export type AgeCategory = (typeof ageCategories)[number]

/** A work as lists and searches see it. Names are stored once, by id; see `CatalogueChange`. */
export type CatalogueWork = {
  /** 0 to 2³² − 1. */
  id: number
  /** As written in its folder name or metadata: `RJ01234567`. */
  code: string
  title: string
  /** Titles in other languages. */
  otherTitles: readonly string[]
  circleId: number
  /** Null: of none that is known. */
  seriesId: number | null
  /** UUIDs of those who wrote, drew or composed for it. */
  staffIds: readonly string[]
  /** UUIDs. */
  voiceActorIds: readonly string[]
  /** Tags that match `$tag:…$`. */
  tagIds: readonly number[]
  /** Down-voted tags, which only match `$tagw:…$` and plain words. */
  weakTagIds: readonly number[]
  /** Days since 1970-01-01; null if unknown. Such works come last by release, in both directions. */
  releaseDay: number | null
  /** Days since 1970-01-01. */
  createDay: number
  salesCount: number
  /** In JPY. */
  price: number
  /** 0 to 5, compared with two decimals. */
  rateAverage: number
  reviewCount: number
  durationSeconds: number
  age: AgeCategory
  /** The language of this edition: `JPN`, `ENG`, `CHI_HANS` … */
  language: string
  hasSubtitle: boolean
  /** The languages of its subtitles: `ja`, `zh` …; those that are not known are not in it. */
  subtitleLanguages: readonly string[]
  /** The code of the work that this one translates, or null. */
  originalCode: string | null
  /** The codes of this work's editions in other languages, as far as known; may contain its own. */
  editionCodes: readonly string[]
}

/** What a part of the catalogue gives to be kept: what can be cloned structurally. */
export type Saved<Part extends { save(): unknown }> = ReturnType<Part['save']>

/** A change to the catalogue. A work that goes missing from the library is removed, and returns as `work`. */
export type CatalogueChange =
  | { kind: 'work'; work: CatalogueWork }
  | { kind: 'workRemoved'; id: number }
  /** `names`: all names in all languages; the first one is displayed. */
  | { kind: 'circle'; id: number; names: readonly string[] }
  | { kind: 'tag'; id: number; names: readonly string[] }
  | { kind: 'voiceActor'; id: string; names: readonly string[] }
  | { kind: 'series'; id: number; names: readonly string[] }
  | { kind: 'staff'; id: string; names: readonly string[] }

/** What has names of its own. Ids of voice actors and staff are UUIDs. */
export type NamedEntity =
  | { kind: 'circle' | 'tag' | 'series'; id: number }
  | { kind: 'voiceActor' | 'staff'; id: string }

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

/** Only this work, or works of this circle, with this tag (weak or not), of this voice actor, or by this member of the staff. */
export type WorkScope = {
  workId?: number
  circleId?: number
  tagId?: number
  voiceActorId?: string
  staffId?: string
}

export type CatalogueQuery = WorkScope & {
  /** All must match; partial terms are ignored. */
  terms: readonly Term[]
  order: CatalogueOrder
  /** Ties are broken by id in the same direction. */
  direction: 'asc' | 'desc'
  /** Of the random order; an integer ≥ 0. */
  seed?: number
  offset: number
  limit: number
  /** Further scopes, which all must match, such as a second tag. */
  alsoIn?: readonly WorkScope[]
  /** true: only works that the API calls `nsfw`, which are for adults or of unknown age; false: only the others. */
  isNsfw?: boolean
  /** Only works with subtitles: the library's own, or the visitor's, for the works listed here. */
  isSubtitled?: boolean
  locallySubtitledIds?: readonly number[]
  /** Excludes translations whose original is in the catalogue. */
  hidesTranslations?: boolean
  /**
   * Shows one edition of each work: of those that match, the one in the first of these languages, then the original,
   * then the one with the lowest id. Orders are by that edition, and the total counts works. Omitted: all editions.
   */
  oneEditionIn?: readonly string[]
  /** The visitor's ratings by work id. The order `rating` lists only these works. */
  ratings?: ReadonlyMap<number, number>
}

/** The filters of a query, without order and page. */
export type Narrowing = Omit<
  CatalogueQuery,
  'order' | 'direction' | 'seed' | 'offset' | 'limit' | 'oneEditionIn' | 'ratings'
>

/** The names that a count can list. */
export type CountedNames = 'tag' | 'circle' | 'voiceActor' | 'language' | 'subtitleLanguage'

export type CountQuery = {
  narrowing: Narrowing
  /** Whether the editions of a work count as one, as `oneEditionIn` lists them. */
  isOneEach: boolean
  /** Each is counted together with the narrowing; their plain words are ignored. */
  choices: readonly (readonly Term[])[]
  /** Also lists the most frequent of these, at most `limit`. */
  names?: CountedNames
  limit: number
}

export type CountAnswer = {
  total: number
  /** By choice, in their order. */
  choices: number[]
  /** Ids, or folded codes of languages, with their numbers of works, most works first. Weak tags do not count. */
  names: { id: number | string; count: number }[]
}

export type CatalogueOptions = {
  /** Whether `$-age:adult$` and `$-age:r15$` include works of unknown age, which may be for adults. */
  passesUnrated?: boolean
  /** From how many changes on `load` defers sorting and indexing; other values are for tests. */
  bulkFrom?: number
  /** How many texts are indexed together; other values are for tests. */
  textsAtOnce?: number
}

/** `total` is the exact number of matching works, on all pages; see `oneEditionIn`. */
export type CatalogueAnswer = { ids: number[]; total: number }

/**
 * The read model of the library: answers every list and search synchronously from memory. Tolerates inconsistent input:
 * an unknown id matches nothing, and a work may reference names that are added later.
 */
export type Catalogue = {
  /** Number of works. */
  readonly size: number
  /** Increases by one with each change; the same version gives the same answers. */
  readonly version: number
  apply(change: CatalogueChange): void
  /**
   * Applies many changes at once, for the initial load, in one or several calls. Defers sorting to the next query,
   * which takes 0.1 s longer with 100,000 works, and the indexes of texts to `indexSome` or the first search.
   */
  load(changes: Iterable<CatalogueChange>): void
  query(query: CatalogueQuery): CatalogueAnswer
  /** Counts the matching works, in total and under further terms. */
  count(query: CountQuery): CountAnswer
  /** Returns those of these works that are in the catalogue and match, in their original order. */
  filter(ids: readonly number[], narrowing: Narrowing): number[]
  /** Returns a test for whether a work is in the catalogue and matches; valid until the next call of any method. */
  matcher(narrowing: Narrowing): (id: number) => boolean
  /**
   * Returns the ids of all editions of a work in the catalogue, its own included, ascending; empty for unknown works.
   * Works are editions of one if one names the other's code, as its original or as an edition, or both name the same
   * code, and so on along such links.
   */
  editionsOf(id: number): readonly number[]
  /**
   * Returns, for each of these works, the edition that `oneEditionIn` shows of it: of those that match. Works without
   * such an edition are left out.
   */
  shownEditions(ids: readonly number[], narrowing: Narrowing, languages: readonly string[]): ReadonlyMap<number, number>
  /** Whether names were given for it, if only empty ones. */
  hasNames(entity: NamedEntity): boolean
  /** Everything that has names. */
  namedEntities(): Iterable<NamedEntity>
  /** Returns the number of works of each, without those that have none. Weak tags do not count. */
  circleCounts(): ReadonlyMap<number, number>
  tagCounts(): ReadonlyMap<number, number>
  voiceActorCounts(): ReadonlyMap<string, number>
  seriesCounts(): ReadonlyMap<number, number>
  staffCounts(): ReadonlyMap<string, number>
  /** By folded code. */
  subtitleLanguageCounts(): ReadonlyMap<string, number>
}

/** A catalogue whose content can be kept, and taken back by another process. */
export type KeptCatalogue = Catalogue & {
  /** Indexes a part of the texts that were loaded, in a few milliseconds. Returns false if nothing is left. */
  indexSome(): boolean
  /** Returns everything, in parts of some megabytes that can be cloned structurally, until the next change. */
  save(): unknown[]
  /** Takes what `save` gave, by the same code; it must be empty. */
  restore(parts: readonly unknown[]): void
}
