import { hasBit } from './bits.ts'
import { createWorkCounter } from './count-works.ts'
import type { NamedEntities } from './named-entities.ts'
import { createOneEdition } from './one-edition.ts'
import { orderWorks } from './order-works.ts'
import { keepIds, selectWorks } from './select-works.ts'
import { Selection } from './selection.ts'
import type { SetStore } from './set-store.ts'
import type { CatalogueOptions, KeptCatalogue } from './types.ts'
import { WorkIndex } from './work-index.ts'

/** With more changes, sorting everything again is cheaper than inserting one by one. */
const BULK_FROM = 1_000

/** Creates an empty catalogue. */
export function createCatalogue(options: CatalogueOptions = {}): KeptCatalogue {
  const { bulkFrom = BULK_FROM } = options
  const index = new WorkIndex(options)
  const selection = new Selection()
  const keepOneEdition = createOneEdition(index)
  const countWorks = createWorkCounter(index)
  let version = 0
  let loadedSinceQuery = 0

  /** Resets the selection to all current works. */
  function start(): void {
    index.settle()
    loadedSinceQuery = 0
    selection.start(index.present, index.words)
  }

  function isSelected(id: number): boolean {
    const ordinal = index.ordinalOf(id)
    return ordinal !== undefined && selection.has(ordinal)
  }

  function editionsOf(id: number): readonly number[] {
    const ordinal = index.ordinalOf(id)
    if (ordinal === undefined) return []
    index.settle()
    return hasBit(index.editions.related, ordinal) ? index.editions.idsOf(ordinal) : [id]
  }

  return {
    get size() {
      return index.size
    },
    get version() {
      return version
    },
    apply(change) {
      version += 1
      index.apply(change)
    },
    load(changes) {
      for (const change of changes) {
        version += 1
        loadedSinceQuery += 1
        if (loadedSinceQuery === bulkFrom) index.startLoading()
        index.apply(change)
      }
    },
    indexSome: () => index.indexSome(),
    save: () => [version, ...index.save()],
    restore([before, ...parts]) {
      version = before as number
      index.restore(parts)
    },
    query(query) {
      start()
      selectWorks(index, query, selection)
      if (query.oneEditionIn) {
        // Only rated works are listed by rating, so one of those must remain.
        if (query.order === 'rating') keepIds(index, [...(query.ratings?.keys() ?? [])], selection)
        keepOneEdition(selection, query.oneEditionIn, version)
      }
      return orderWorks(index, query, selection)
    },
    count({ narrowing, choices, ...counted }) {
      start()
      selectWorks(index, narrowing, selection)
      const { total, names } = countWorks(selection, version, counted)
      const base = selection.bits.slice()
      return {
        total,
        names,
        choices: choices.map((terms) => {
          selection.bits.set(base)
          selectWorks(index, { terms: terms.filter(({ kind }) => kind === 'special') }, selection)
          return countWorks(selection, version, { isOneEach: counted.isOneEach, limit: 0 }).total
        }),
      }
    },
    filter(ids, narrowing) {
      start()
      // First, so that only the titles of these are read.
      keepIds(index, ids, selection)
      selectWorks(index, narrowing, selection)
      return ids.filter(isSelected)
    },
    matcher(narrowing) {
      start()
      selectWorks(index, narrowing, selection)
      return isSelected
    },
    shownEditions(ids, narrowing, languages) {
      start()
      const editions = ids.map(editionsOf)
      keepIds(index, editions.flat(), selection)
      selectWorks(index, narrowing, selection)
      keepOneEdition(selection, languages, version)
      return new Map(
        ids.flatMap((id, place) => {
          const shown = editions[place]!.find(isSelected)
          return shown === undefined ? [] : [[id, shown] as const]
        }),
      )
    },
    editionsOf,
    hasNames: (entity) => index.hasNames(entity),
    namedEntities: () => index.namedEntities(),
    circleCounts: () => countsOf(index.circles, index.circlesOf.works),
    tagCounts: () => countsOf(index.tags, index.tagsOf.works),
    voiceActorCounts: () => countsOf(index.voiceActors, index.voiceActorsOf.works),
    seriesCounts: () => countsOf(index.series, index.seriesOf.works),
    staffCounts: () => countsOf(index.staff, index.staffOf.works),
    subtitleLanguageCounts: () => countsOf({ ids: index.languages }, index.subtitleLanguagesOf.works),
  }
}

function countsOf<Id>({ ids }: Pick<NamedEntities<Id>, 'ids'>, works: SetStore): Map<Id, number> {
  const counts = new Map<Id, number>()
  for (const [number, id] of ids.entries()) {
    const count = works.countOf(number)
    if (count > 0) counts.set(id, count)
  }
  return counts
}
