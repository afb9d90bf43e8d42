import { blendParts, partsOf } from './blend.ts'
import { coListening } from './co-listening.ts'
import { contentNeighbours, type ContentNeighbours } from './content.ts'
import { createListeningStore } from './listening-store.ts'
import { blendNeighbours } from './neighbours.ts'
import { parameters as usual, type Parameters } from './parameters.ts'
import { isRanked, listeningBySource, popularityFrom } from './popularity.ts'
import { tuneBlend } from './tune-blend.ts'
import type { ModelBuilder, RecommenderModel } from './types.ts'
import { usualBlend } from './usual-blend.ts'
import { createWorkTable, haveSameContent, type WorkTable } from './work-table.ts'

/** Builds models from the catalogue and all listening. Caches what later builds can reuse. */
export function createModelBuilder(parameters: Parameters = usual): ModelBuilder {
  const listening = createListeningStore()
  let table = createWorkTable([])
  let content: { of: WorkTable; neighbours: ContentNeighbours } | undefined

  return {
    setWorks(works) {
      table = createWorkTable(works)
    },
    setListening: listening.set,
    removeListener: listening.remove,
    rows: () => listening.histories().works.length,
    build(now, blend = usualBlend) {
      const contentNow = contentAsOf(now)
      const histories = listening.histories()
      const co = coListening(table.ids, histories, parameters)
      const bySource = listeningBySource(table, histories, parameters)
      const popularity = popularityFrom(bySource, table, now, parameters)
      const { scores, heard, sources } = popularity
      const byPopularity = Uint32Array.from(table.ids, (_, ordinal) => ordinal)
      byPopularity.sort((a, b) => scores[b]! - scores[a]! || a - b)
      return {
        builtAt: now,
        isRanked: isRanked(byPopularity, heard, sources, parameters),
        workIds: table.ids.slice(),
        groups: table.groups.slice(),
        circles: table.circles.slice(),
        byPopularity,
        ...blendParts(partsOf(bySource, popularity, table, now), blend),
        personalWeight: blend.personal,
        ...blendNeighbours(table, co, contentNow, parameters, blend.content),
      }
    },
    tune(now) {
      return tuneBlend(table, listening.histories(), contentAsOf(now), now, parameters)
    },
  }

  function contentAsOf(now: number): ContentNeighbours {
    if (!Number.isFinite(now)) throw new RangeError(`not a time: ${now}`)
    if (!content || !haveSameContent(content.of, table)) {
      content = { of: table, neighbours: contentNeighbours(table, parameters) }
    }
    return content.neighbours
  }
}

/** Returns all buffers of a model, for transferring them: `postMessage(model, buffersOf(model))`. */
export function buffersOf(model: RecommenderModel): ArrayBuffer[] {
  return Object.values(model).flatMap((value) => (typeof value === 'object' ? [value.buffer] : []))
}
