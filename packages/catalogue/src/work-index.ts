import { type Bitmap, clearBit, createBitmap, grownBitmap, hasBit, listBits, setBit, wordsFor } from './bits.ts'
import { Editions } from './editions.ts'
import { foldForSearch, linesOf } from './fold.ts'
import { Links } from './links.ts'
import { NamedEntities } from './named-entities.ts'
import { TextIndex } from './text-index.ts'
import {
  type AgeCategory,
  ageCategories,
  type CatalogueChange,
  type CatalogueOptions,
  type CatalogueWork,
  type NamedEntity,
} from './types.ts'
import { WorkCodes } from './work-codes.ts'
import { WorkColumns } from './work-columns.ts'

const FIRST_SIZE = 32
const GROWTH = 1.5

/**
 * The data of all works, laid out for queries. A work has an ordinal, a small number that indexes columns and bitmaps;
 * ordinals of removed works are reused.
 */
export class WorkIndex {
  readonly circles = new NamedEntities<number>()
  readonly tags = new NamedEntities<number>()
  readonly voiceActors = new NamedEntities<string>()
  readonly series = new NamedEntities<number>()
  readonly staff = new NamedEntities<string>()

  /** All titles of each work, folded, one per line. */
  readonly titles: TextIndex
  readonly codes: WorkCodes
  readonly circlesOf = new Links(FIRST_SIZE)
  readonly voiceActorsOf = new Links(FIRST_SIZE)
  readonly seriesOf = new Links(FIRST_SIZE)
  readonly staffOf = new Links(FIRST_SIZE)
  readonly tagsOf = new Links(FIRST_SIZE)
  readonly weakTagsOf = new Links(FIRST_SIZE)
  readonly agesOf = new Links(FIRST_SIZE)
  readonly languagesOf = new Links(FIRST_SIZE)
  readonly subtitleLanguagesOf = new Links(FIRST_SIZE)
  readonly editions = new Editions(FIRST_SIZE)
  readonly columns = new WorkColumns(FIRST_SIZE)
  /** The works that exist. */
  present: Bitmap = createBitmap(FIRST_SIZE)
  subtitled: Bitmap = createBitmap(FIRST_SIZE)

  #languages = new Map<string, number>()
  readonly #ordinals = new Map<number, number>()
  #freeOrdinals: number[] = []
  readonly #passesUnrated: boolean
  #nextOrdinal = 0
  #capacity = FIRST_SIZE

  constructor({ passesUnrated = false, textsAtOnce }: CatalogueOptions = {}) {
    this.#passesUnrated = passesUnrated
    this.titles = new TextIndex(FIRST_SIZE, textsAtOnce)
    this.codes = new WorkCodes(FIRST_SIZE, textsAtOnce)
  }

  /** Number of works. */
  get size(): number {
    return this.#ordinals.size
  }

  /** Every ordinal is below this; bitmaps and columns have at least this size. */
  get capacity(): number {
    return this.#capacity
  }

  /** Number of words of a bitmap in use. */
  get words(): number {
    return wordsFor(this.#nextOrdinal)
  }

  ordinalOf(id: number): number | undefined {
    return this.#ordinals.get(id)
  }

  /** The numbers of the ages that the API calls `nsfw`. */
  get nsfwAges(): number[] {
    return [ageCategories.indexOf('adult'), ageCategories.indexOf('unrated')]
  }

  /**
   * Returns the ages that a term matches: the one it names and, where it excludes a restricted age, unrated works as
   * well.
   */
  ageNumbers(folded: string, excluded: boolean): number[] {
    const age = ageCategories.find((category) => category === folded)
    if (age === undefined) return []
    const isRestricted = age === 'r15' || age === 'adult'
    const ages: AgeCategory[] = excluded && isRestricted && !this.#passesUnrated ? [age, 'unrated'] : [age]
    return ages.map((category) => ageCategories.indexOf(category))
  }

  /** The folded codes of all languages, of works and of subtitles, by number. */
  get languages(): string[] {
    return [...this.#languages.keys()]
  }

  languageNumber(folded: string): number | undefined {
    return this.#languages.get(folded)
  }

  apply(change: CatalogueChange): void {
    switch (change.kind) {
      case 'work':
        this.#put(change.work)
        return
      case 'workRemoved':
        this.#remove(change.id)
        return
      default:
        this.#entitiesOf(change.kind).setNames(change.id, change.names)
    }
  }

  hasNames({ kind, id }: NamedEntity): boolean {
    return this.#entitiesOf(kind).hasNames(id)
  }

  *namedEntities(): Generator<NamedEntity> {
    for (const id of this.circles.listNamedIds()) yield { kind: 'circle', id }
    for (const id of this.tags.listNamedIds()) yield { kind: 'tag', id }
    for (const id of this.voiceActors.listNamedIds()) yield { kind: 'voiceActor', id }
    for (const id of this.series.listNamedIds()) yield { kind: 'series', id }
    for (const id of this.staff.listNamedIds()) yield { kind: 'staff', id }
  }

  /** Their ids are numbers or UUIDs, depending on the kind. */
  #entitiesOf(kind: NamedEntity['kind']): NamedEntities<number | string> {
    const { circles, tags, voiceActors, series, staff } = this
    return { circle: circles, tag: tags, voiceActor: voiceActors, series, staff }[kind]
  }

  /** Starts a bulk load: columns are sorted when `settle` is called, and texts wait for `indexSome`, or to be searched. */
  startLoading(): void {
    this.columns.startLoading()
    for (const texts of this.#texts()) texts.startLoading()
  }

  /** Indexes a batch of the texts that wait. Returns false if there are none. */
  indexSome(): boolean {
    return this.#texts().some((texts) => texts.indexSome())
  }

  /** Must be called before a query. */
  settle(): void {
    this.editions.settle(this.columns.get('id').keys)
    this.columns.settle(() => {
      const ordinals = new Uint32Array(this.size)
      listBits(this.present, this.words, ordinals)
      return ordinals
    })
  }

  /** In parts of some megabytes. */
  save(): unknown[] {
    this.settle()
    return [this.#saveRest(), ...this.#parts().map((part) => part.save())]
  }

  /** Restores what `save` gave; there must be nothing yet. */
  restore([rest, ...saved]: readonly unknown[]): void {
    for (const [place, part] of this.#parts().entries()) part.restore(saved[place] as never)
    const { languages, freeOrdinals, nextOrdinal, capacity, present, subtitled } = rest as Rest
    this.#languages = languages
    this.#freeOrdinals = freeOrdinals
    this.#nextOrdinal = nextOrdinal
    this.#capacity = capacity
    this.present = present
    this.subtitled = subtitled
    const ids = this.columns.get('id').keys
    for (let ordinal = 0; ordinal < nextOrdinal; ordinal += 1) {
      if (hasBit(present, ordinal)) this.#ordinals.set(ids[ordinal]!, ordinal)
    }
  }

  #saveRest(): Rest {
    return {
      languages: this.#languages,
      freeOrdinals: this.#freeOrdinals,
      nextOrdinal: this.#nextOrdinal,
      capacity: this.#capacity,
      present: this.present,
      subtitled: this.subtitled,
    }
  }

  #parts() {
    return [...this.#texts(), ...this.#links(), this.editions, this.columns]
  }

  #texts() {
    return [this.circles, this.tags, this.voiceActors, this.series, this.staff, this.titles, this.codes]
  }

  #put(work: CatalogueWork): void {
    const known = this.#ordinals.get(work.id)
    const ordinal = known ?? this.#newOrdinal(work.id)
    const code = foldForSearch(work.code)
    this.titles.set(ordinal, titlesOf(work))
    this.codes.set(ordinal, code)
    this.circlesOf.set(ordinal, [this.circles.numberOf(work.circleId)])
    this.voiceActorsOf.set(
      ordinal,
      work.voiceActorIds.map((id) => this.voiceActors.numberOf(id)),
    )
    this.seriesOf.set(ordinal, work.seriesId === null ? [] : [this.series.numberOf(work.seriesId)])
    this.staffOf.set(
      ordinal,
      work.staffIds.map((id) => this.staff.numberOf(id)),
    )
    this.tagsOf.set(
      ordinal,
      work.tagIds.map((id) => this.tags.numberOf(id)),
    )
    this.weakTagsOf.set(
      ordinal,
      work.weakTagIds.map((id) => this.tags.numberOf(id)),
    )
    this.agesOf.set(ordinal, [ageCategories.indexOf(work.age)])
    this.languagesOf.set(ordinal, [this.#numberOfLanguage(work.language)])
    this.subtitleLanguagesOf.set(
      ordinal,
      work.subtitleLanguages.map((language) => this.#numberOfLanguage(language)),
    )
    this.editions.set(ordinal, {
      code,
      originalCode: work.originalCode === null ? null : foldForSearch(work.originalCode),
      editionCodes: work.editionCodes.map(foldForSearch),
    })
    if (work.hasSubtitle) setBit(this.subtitled, ordinal)
    else clearBit(this.subtitled, ordinal)
    if (known === undefined) this.columns.insert(ordinal, work)
    else this.columns.update(ordinal, work)
  }

  #remove(id: number): void {
    const ordinal = this.#ordinals.get(id)
    if (ordinal === undefined) return
    this.columns.remove(ordinal)
    this.titles.set(ordinal, '')
    this.codes.set(ordinal, '')
    for (const links of this.#links()) links.set(ordinal, [])
    this.editions.remove(ordinal)
    clearBit(this.subtitled, ordinal)
    clearBit(this.present, ordinal)
    this.#ordinals.delete(id)
    this.#freeOrdinals.push(ordinal)
  }

  #links(): Links[] {
    return [
      this.circlesOf,
      this.voiceActorsOf,
      this.seriesOf,
      this.staffOf,
      this.tagsOf,
      this.weakTagsOf,
      this.agesOf,
      this.languagesOf,
      this.subtitleLanguagesOf,
    ]
  }

  #newOrdinal(id: number): number {
    const ordinal = this.#freeOrdinals.pop() ?? this.#nextOrdinal
    if (ordinal === this.#nextOrdinal) {
      this.#nextOrdinal += 1
      if (ordinal === this.#capacity) this.#grow()
    }
    this.#ordinals.set(id, ordinal)
    setBit(this.present, ordinal)
    return ordinal
  }

  #numberOfLanguage(language: string): number {
    const folded = foldForSearch(language)
    const known = this.#languages.get(folded)
    if (known !== undefined) return known
    const number = this.#languages.size
    this.#languages.set(folded, number)
    return number
  }

  #grow(): void {
    this.#capacity = wordsFor(this.#capacity * GROWTH) * 32
    const size = this.#capacity
    for (const links of this.#links()) links.grow(size)
    this.titles.grow(size)
    this.codes.grow(size)
    this.editions.grow(size)
    this.columns.grow(size)
    this.present = grownBitmap(this.present, size)
    this.subtitled = grownBitmap(this.subtitled, size)
  }
}

type Rest = {
  languages: Map<string, number>
  freeOrdinals: number[]
  nextOrdinal: number
  capacity: number
  present: Bitmap
  subtitled: Bitmap
}

function titlesOf({ title, otherTitles }: CatalogueWork): string {
  return linesOf([title, ...otherTitles].map(foldForSearch))
}
