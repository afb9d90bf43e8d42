import { coListening } from './co-listening.ts'
import { contentNeighbours, type ContentNeighbours } from './content.ts'
import { createListeningStore } from './listening-store.ts'
import { blendNeighbours } from './neighbours.ts'
import { parameters as usual, type Parameters } from './parameters.ts'
import { isRanked, popularityOf } from './popularity.ts'
import type { ModelBuilder, RecommenderModel } from './types.ts'
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
    build(now) {
      if (!Number.isFinite(now)) throw new RangeError(`not a time: ${now}`)
      if (!content || !haveSameContent(content.of, table)) {
        content = { of: table, neighbours: contentNeighbours(table, parameters) }
      }
      const histories = listening.histories()
      const co = coListening(table.ids, histories, parameters)
      const { scores, heard, sources } = popularityOf(table, histories, now, parameters)
      const byPopularity = Uint32Array.from(table.ids, (_, ordinal) => ordinal)
      byPopularity.sort((a, b) => scores[b]! - scores[a]! || a - b)
      const greatest = scores[byPopularity[0] ?? 0] ?? 0
      return {
        builtAt: now,
        isRanked: isRanked(byPopularity, heard, sources, parameters),
        workIds: table.ids.slice(),
        groups: table.groups.slice(),
        circles: table.circles.slice(),
        popularity: scores.map((score) => (greatest > 0 ? score / greatest : 0)),
        byPopularity,
        ...blendNeighbours(table, co, content.neighbours, parameters),
      }
    },
  }
}

/** Returns all buffers of a model, for transferring them: `postMessage(model, buffersOf(model))`. */
export function buffersOf(model: RecommenderModel): ArrayBuffer[] {
  return Object.values(model).flatMap((value) => (typeof value === 'object' ? [value.buffer] : []))
}
