import { MAX_SUGGESTED_WORKS } from '@otodana/contract'
import type { Catalogue, Narrowing } from '@otodana/catalogue'
import type { Listened, Recommender } from '@otodana/recommender'
import { LRUCache } from 'lru-cache'

/** What is suggested, best first; `because` is the listened work that speaks most for it. */
export type Suggestion = { id: number; because: number | null }

/** What a listener has heard, as it counts now. */
export type History = { listened: readonly Listened[]; doneWith: ReadonlySet<number> }

export type Suggestions = ReturnType<typeof createSuggestions>

/** Lists of popular works at hand, each of a few hundred bytes. */
const MAX_KEPT = 500

/** Chooses works that are in the library and that a narrowing leaves, by the model that is there at the time. */
export function createSuggestions(catalogue: Pick<Catalogue, 'filter' | 'matcher' | 'query' | 'version'>) {
  let recommender: Recommender | null = null
  /** Grows with every model: equal versions, of an equal library, choose equally. */
  let version = 0
  let keptVersion = ''
  const kept = new LRUCache<string, number[]>({ max: MAX_KEPT })

  /** The best that sell most: what there is before the first model, and works that no model knows yet. */
  function bySales(narrowing: Narrowing, limit: number): number[] {
    return catalogue.query({ ...narrowing, order: 'dl_count', direction: 'desc', offset: 0, limit }).ids
  }

  function choosePopular(narrowing: Narrowing): number[] {
    const chosen: number[] = []
    if (recommender !== null) {
      const isWanted = catalogue.matcher(narrowing)
      for (const id of recommender.popular()) {
        if (!isWanted(id)) continue
        chosen.push(id)
        if (chosen.length === MAX_SUGGESTED_WORKS) return chosen
      }
    }
    return fill(chosen, bySales(narrowing, MAX_SUGGESTED_WORKS))
  }

  /** @param name  equal for equal narrowings; null: not worth keeping */
  function popular(narrowing: Narrowing, name: string | null): number[] {
    if (name === null) return choosePopular(narrowing)
    const asOf = `${version} ${catalogue.version}`
    if (keptVersion !== asOf) kept.clear()
    keptVersion = asOf
    const known = kept.get(name)
    if (known) return known
    const chosen = choosePopular(narrowing)
    kept.set(name, chosen)
    return chosen
  }

  return {
    get version() {
      return version
    },

    use(next: Recommender): void {
      recommender = next
      version += 1
    },

    popular,

    /**
     * For a listener by his history; for one of whom nothing is known, what is popular. What he is done with comes only
     * where nothing else matches.
     *
     * @param nowMs  milliseconds since 1970
     */
    recommended(history: History, narrowing: Narrowing, name: string | null, nowMs: number): Suggestion[] {
      const { listened, doneWith } = history
      const isCold = listened.length === 0 && doneWith.size === 0
      const best = popular(narrowing, name)
      if (!isCold && recommender !== null) {
        // Few match: then those are all of them, and to look among them costs less than to narrow everything again.
        const few = best.length < MAX_SUGGESTED_WORKS ? new Set(best) : null
        const accepts = few ? (id: number) => few.has(id) : catalogue.matcher(narrowing)
        const options = { limit: MAX_SUGGESTED_WORKS, accepts }
        const chosen = recommender.recommend(listened, nowMs, doneWith, options)
        if (chosen.length > 0) return chosen
      }
      const fresh = best.filter((id) => !doneWith.has(id))
      return (fresh.length > 0 ? fresh : best).map((id) => ({ id, because: null }))
    },

    /** Works like one that is in the library; while no model knows any, others of its circle. */
    async neighbours(
      workId: number,
      narrowing: Narrowing,
      circleOf: (workId: number) => Promise<number | null>,
    ): Promise<number[]> {
      const ids = recommender?.neighbours(workId).map(({ id }) => id) ?? []
      if (ids.length > 0) return catalogue.filter(ids, narrowing).slice(0, MAX_SUGGESTED_WORKS)
      const circleId = await circleOf(workId)
      if (circleId === null) return []
      const others = bySales({ ...narrowing, circleId }, MAX_SUGGESTED_WORKS + 1)
      return others.filter((id) => id !== workId).slice(0, MAX_SUGGESTED_WORKS)
    },
  }
}

/** Those of `more` that are not chosen yet come behind, as many as there may be. */
function fill(chosen: number[], more: readonly number[]): number[] {
  const isChosen = new Set(chosen)
  return [...chosen, ...more.filter((id) => !isChosen.has(id))].slice(0, MAX_SUGGESTED_WORKS)
}
