import { closeUp, parseDay, parseNumber, parseSeconds, type SpecialTerm, type Term } from '@otodana/keyword'

import { foldForSearch } from '../src/fold.ts'
import { randomKey, randomPosition } from '../src/random-order.ts'
import type {
  Catalogue,
  CatalogueChange,
  CatalogueOptions,
  CatalogueOrder,
  CatalogueQuery,
  CatalogueWork,
  NamedEntity,
  Narrowing,
  WorkScope,
} from '../src/types.ts'

/**
 * A catalogue implemented with arrays only, where each query scans all works: the oracle for the fast one in tests and
 * benchmarks.
 */
export function createNaiveCatalogue({ passesUnrated = false }: CatalogueOptions = {}): Catalogue {
  const works = new Map<number, CatalogueWork>()
  const circles = new Map<number, readonly string[]>()
  const tags = new Map<number, readonly string[]>()
  const voiceActors = new Map<string, readonly string[]>()
  const series = new Map<number, readonly string[]>()
  const staff = new Map<string, readonly string[]>()
  const namesByKind: Record<NamedEntity['kind'], ReadonlyMap<unknown, readonly string[]>> = {
    circle: circles,
    tag: tags,
    voiceActor: voiceActors,
    series,
    staff,
  }
  const fold = memoised(foldForSearch)
  const foldName = memoised((name) => closeUp(foldForSearch(name)))
  let version = 0
  let known: { version: number; families: Map<number, number[]> } | null = null

  function apply(change: CatalogueChange): void {
    version += 1
    switch (change.kind) {
      case 'work':
        works.set(change.work.id, change.work)
        return
      case 'workRemoved':
        works.delete(change.id)
        return
      case 'circle':
        circles.set(change.id, change.names)
        return
      case 'tag':
        tags.set(change.id, change.names)
        return
      case 'voiceActor':
        voiceActors.set(change.id, change.names)
        return
      case 'series':
        series.set(change.id, change.names)
        return
      case 'staff':
        staff.set(change.id, change.names)
    }
  }

  function matches(work: CatalogueWork, term: Term): boolean {
    if (term.kind === 'partial') return true
    if (term.kind === 'special') {
      const isHidden = term.excluded && work.age === 'unrated' && !passesUnrated
      if (isHidden && term.namespace === 'age' && ['r15', 'adult'].includes(fold(term.value))) return false
      const isUndated = term.namespace === 'release' && work.releaseDay === null && parseDay(term.value) !== null
      return !isUndated && meets(work, term) !== term.excluded
    }
    const text = fold(term.text)
    const isIn = (items: readonly string[], folded: (text: string) => string) =>
      items.some((item) => folded(item).includes(text))
    const names = [
      ...(circles.get(work.circleId) ?? []),
      ...work.voiceActorIds.flatMap((id) => voiceActors.get(id) ?? []),
      ...seriesNames(work),
      ...work.staffIds.flatMap((id) => staff.get(id) ?? []),
      ...[...work.tagIds, ...work.weakTagIds].flatMap((id) => tags.get(id) ?? []),
    ]
    return isIn([work.title, ...work.otherTitles, work.code], fold) || isIn(names, foldName)
  }

  function seriesNames({ seriesId }: CatalogueWork): readonly string[] {
    return (seriesId === null ? undefined : series.get(seriesId)) ?? []
  }

  function meets(work: CatalogueWork, { namespace, value }: SpecialTerm): boolean {
    const text = fold(value)
    if (text === '') return false
    const name = foldName(value)
    const isNamed = (names: readonly string[] | undefined) => names?.some((one) => foldName(one) === name) ?? false
    const atLeast = (number: number, bound: number | null) => bound !== null && number >= bound
    switch (namespace) {
      case 'tag':
        return work.tagIds.some((id) => isNamed(tags.get(id)))
      case 'tagw':
        return [...work.tagIds, ...work.weakTagIds].some((id) => isNamed(tags.get(id)))
      case 'circle':
        return isNamed(circles.get(work.circleId))
      case 'va':
        return work.voiceActorIds.some((id) => isNamed(voiceActors.get(id)))
      case 'series':
        return isNamed(seriesNames(work))
      case 'staff':
        return work.staffIds.some((id) => isNamed(staff.get(id)))
      case 'duration':
        return atLeast(work.durationSeconds, parseSeconds(value))
      case 'rate':
        return atLeast(twoDecimals(work.rateAverage), parseNumber(value))
      case 'price':
        return atLeast(work.price, parseNumber(value))
      case 'sell':
        return atLeast(work.salesCount, parseNumber(value))
      case 'release':
        return atLeast(work.releaseDay ?? -Infinity, parseDay(value))
      case 'age':
        return work.age === text
      case 'lang':
        return fold(work.language) === text
      case 'sub':
        return work.subtitleLanguages.some((language) => fold(language) === text)
    }
  }

  function isInScope(work: CatalogueWork, { workId, circleId, tagId, voiceActorId, staffId }: WorkScope): boolean {
    return (
      (workId === undefined || work.id === workId) &&
      (circleId === undefined || work.circleId === circleId) &&
      (tagId === undefined || work.tagIds.includes(tagId) || work.weakTagIds.includes(tagId)) &&
      (voiceActorId === undefined || work.voiceActorIds.includes(voiceActorId)) &&
      (staffId === undefined || work.staffIds.includes(staffId))
    )
  }

  function narrow(query: Narrowing): CatalogueWork[] {
    const local = new Set(query.locallySubtitledIds)
    const present = [...works.values()]
    const codes = query.hidesTranslations === true ? Map.groupBy(present, ({ code }) => fold(code)) : null
    const isHiddenTranslation = ({ id, originalCode }: CatalogueWork) =>
      originalCode !== null && (codes?.get(fold(originalCode))?.some((original) => original.id !== id) ?? false)
    // What takes longest is last.
    return present.filter(
      (work) =>
        [query, ...(query.alsoIn ?? [])].every((scope) => isInScope(work, scope)) &&
        (query.isNsfw === undefined || query.isNsfw === (work.age === 'adult' || work.age === 'unrated')) &&
        (query.isSubtitled !== true || work.hasSubtitle || local.has(work.id)) &&
        !isHiddenTranslation(work) &&
        query.terms.every((term) => matches(work, term)),
    )
  }

  function codesOf({ code, originalCode, editionCodes }: CatalogueWork): string[] {
    return [code, ...(originalCode === null ? [] : [originalCode]), ...editionCodes].map(fold)
  }

  /** The ids of all editions, ascending, of each work. */
  function families(): Map<number, number[]> {
    if (known?.version !== version) known = { version, families: findFamilies() }
    return known.families
  }

  function findFamilies(): Map<number, number[]> {
    const all = [...works.values()].flatMap((work) => codesOf(work).map((code) => ({ code, work })))
    const byCode = Map.groupBy(all, ({ code }) => code)
    const found = new Map<number, number[]>()
    for (const first of works.values()) {
      if (found.has(first.id)) continue
      const family = new Set([first])
      for (const one of family) {
        for (const code of codesOf(one)) {
          for (const { work } of byCode.get(code) ?? []) family.add(work)
          byCode.delete(code)
        }
      }
      const ids = [...family].map(({ id }) => id).sort((a, b) => a - b)
      for (const id of ids) found.set(id, ids)
    }
    return found
  }

  function oneOfEach(found: CatalogueWork[], languages: readonly string[]): CatalogueWork[] {
    const family = families()
    const rankOf = ({ language }: CatalogueWork) => [...languages.map(fold), fold(language)].indexOf(fold(language))
    const compare = (a: CatalogueWork, b: CatalogueWork) =>
      rankOf(a) - rankOf(b) || Number(a.originalCode !== null) - Number(b.originalCode !== null) || a.id - b.id
    const groups = Map.groupBy(found, ({ id }) => family.get(id))
    return [...groups.values()].map((group) => group.toSorted(compare)[0]!)
  }

  function query(query: CatalogueQuery) {
    const listed = narrow(query).filter(({ id }) => query.order !== 'rating' || query.ratings?.has(id) === true)
    const found = query.oneEditionIn ? oneOfEach(listed, query.oneEditionIn) : listed
    const keyOf = sortKey(query)
    const sign = query.direction === 'desc' ? -1 : 1
    found.sort((a, b) => sign * (keyOf(a) - keyOf(b) || a.id - b.id))
    return {
      ids: found.slice(query.offset, query.offset + query.limit).map(({ id }) => id),
      total: found.length,
    }
  }

  function matcher(narrowing: Narrowing) {
    const left = new Set(narrow(narrowing).map(({ id }) => id))
    return (id: number) => left.has(id)
  }

  function counts<Id>(idsOf: (work: CatalogueWork) => readonly Id[]): Map<Id, number> {
    const all = [...works.values()].flatMap((work) => [...new Set(idsOf(work))])
    return new Map([...Map.groupBy(all, (id) => id)].map(([id, each]) => [id, each.length]))
  }

  return {
    get size() {
      return works.size
    },
    get version() {
      return version
    },
    apply,
    load(changes) {
      for (const change of changes) apply(change)
    },
    query,
    count({ narrowing, isOneEach, choices, names, limit }) {
      const countOf = (found: CatalogueWork[]) => (isOneEach ? oneOfEach(found, []) : found).length
      const found = narrow(narrowing)
      const idsOf = {
        tag: ({ tagIds }: CatalogueWork) => tagIds,
        circle: ({ circleId }: CatalogueWork) => [circleId],
        voiceActor: ({ voiceActorIds }: CatalogueWork) => voiceActorIds,
        language: ({ language }: CatalogueWork) => [fold(language)],
        subtitleLanguage: ({ subtitleLanguages }: CatalogueWork) => subtitleLanguages.map(fold),
      }
      const all = names
        ? found.flatMap((work) => [...new Set<number | string>(idsOf[names](work))].map((id) => ({ id, work })))
        : []
      const byId = Map.groupBy(all, ({ id }) => id)
      return {
        total: countOf(found),
        choices: choices.map((terms) => {
          const wanted = terms.filter(({ kind }) => kind === 'special')
          return countOf(found.filter((work) => wanted.every((term) => matches(work, term))))
        }),
        names: [...byId]
          .map(([id, each]) => ({ id, count: countOf(each.map(({ work }) => work)) }))
          .sort((a, b) => b.count - a.count)
          .slice(0, limit),
      }
    },
    filter: (ids, narrowing) => ids.filter(matcher(narrowing)),
    matcher,
    shownEditions(ids, narrowing, languages) {
      const family = families()
      const shown = oneOfEach(narrow(narrowing), languages)
      const found = ids.map((id) => [id, shown.find((work) => family.get(id)?.includes(work.id))?.id] as const)
      return new Map(found.filter((entry): entry is [number, number] => entry[1] !== undefined))
    },
    editionsOf: (id) => families().get(id) ?? [],
    hasNames: ({ kind, id }) => (namesByKind[kind].get(id)?.length ?? 0) > 0,
    *namedEntities() {
      for (const [kind, each] of Object.entries(namesByKind)) {
        for (const [id, names] of each) if (names.length > 0) yield { kind, id } as NamedEntity
      }
    },
    circleCounts: () => counts(({ circleId }) => [circleId]),
    tagCounts: () => counts(({ tagIds }) => tagIds),
    voiceActorCounts: () => counts(({ voiceActorIds }) => voiceActorIds),
    seriesCounts: () => counts(({ seriesId }) => (seriesId === null ? [] : [seriesId])),
    staffCounts: () => counts(({ staffIds }) => staffIds),
    subtitleLanguageCounts: () => counts(({ subtitleLanguages }) => subtitleLanguages.map(fold)),
  }
}

function sortKey({ order, direction, seed = 0, ratings }: CatalogueQuery): (work: CatalogueWork) => number {
  const key = randomKey(seed)
  const keys: Record<CatalogueOrder, (work: CatalogueWork) => number> = {
    create_date: ({ createDay }) => createDay,
    release: ({ releaseDay }) => releaseDay ?? (direction === 'desc' ? -Infinity : Infinity),
    rating: ({ id }) => ratings?.get(id) ?? 0,
    dl_count: ({ salesCount }) => salesCount,
    price: ({ price }) => price,
    rate_average_2dp: ({ rateAverage }) => twoDecimals(rateAverage),
    review_count: ({ reviewCount }) => reviewCount,
    id: ({ id }) => id,
    nsfw: ({ age }) => (age === 'adult' ? 2 : age === 'unrated' ? 1 : 0),
    random: ({ id }) => randomPosition(key, id),
  }
  return keys[order]
}

function twoDecimals(number: number): number {
  return Math.round(number * 100) / 100
}

function memoised(of: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const result = known.get(text) ?? of(text)
    known.set(text, result)
    return result
  }
}
