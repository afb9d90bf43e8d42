import type { NamedThings } from './named-things.ts'
import { orderWorks } from './order-works.ts'
import { selectWorks } from './select-works.ts'
import { Selection } from './selection.ts'
import type { SetStore } from './set-store.ts'
import type { Catalogue } from './types.ts'
import { WorkIndex } from './work-index.ts'

/** An empty catalogue. */
export function createCatalogue(): Catalogue {
  const index = new WorkIndex()
  const selection = new Selection()
  let version = 0
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
      index.startLoading()
      for (const change of changes) {
        version += 1
        index.apply(change)
      }
    },
    query(query) {
      index.settle()
      selection.start(index.present, index.words)
      selectWorks(index, query, selection)
      return orderWorks(index, query, selection)
    },
    circleCounts: () => countsOf(index.circles, index.circlesOf.works),
    tagCounts: () => countsOf(index.tags, index.tagsOf.works),
    voiceActorCounts: () => countsOf(index.voiceActors, index.voiceActorsOf.works),
  }
}

function countsOf<Id>({ ids }: NamedThings<Id>, works: SetStore): Map<Id, number> {
  const counts = new Map<Id, number>()
  for (const [number, id] of ids.entries()) {
    const count = works.countOf(number)
    if (count > 0) counts.set(id, count)
  }
  return counts
}
