import { MAX_SUGGESTED_WORKS } from '@otodana/contract'
import type { Catalogue, Narrowing } from '@otodana/catalogue'
import type { Listened, Recommender } from '@otodana/recommender'
import { LRUCache } from 'lru-cache'

/** A recommendation; `because` is the listened work that contributes most. */
export type Suggestion = { id: number; because: number | null }

/** A listener's history, weighted. */
export type History = {
  listened: readonly Listened[]
  doneWith: ReadonlySet<number>
  /** Works heard beyond a start, and those never to recommend again. */
  familiar: ReadonlySet<number>
}

export type Suggestions = ReturnType<typeof createSuggestions>

/** Cached lists of popular works, each of a few kilobytes at most. */
const MAX_CACHED = 500
/** Up to this many matches are scored individually; for more, the model's order is faster. */
const FEW = 1_000
/** Works by sales requested at a time. */
const AT_ONCE = 200

/** The works that match a filter. */
type Narrowed = {
  /** At most `MAX_SUGGESTED_WORKS`, most popular first. */
  best: readonly number[]
  /** All of them; null: too many, or not worth computing. */
  few: readonly number[] | null
}

/** Selects works that are in the library and match a filter, by the current model. */
export function createSuggestions(
  catalogue: Pick<Catalogue, 'filter' | 'matcher' | 'editionsOf' | 'query' | 'version'>,
) {
  let recommender: Recommender | null = null
  /** Increases with every model: equal versions with an equal library give equal results. */
  let version = 0
  let cachedVersion = ''
  const cached = new LRUCache<string, Narrowed>({ max: MAX_CACHED })

  /** Best-selling works: the fallback before the first model, and for works unknown to the model. */
  function* bySales(narrowing: Narrowing): Generator<number> {
    for (let offset = 0; ; offset += AT_ONCE) {
      const query = { ...narrowing, order: 'dl_count', direction: 'desc', offset, limit: AT_ONCE } as const
      const { ids } = catalogue.query(query)
      yield* ids
      if (ids.length < AT_ONCE) return
    }
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
    return fill(chosen, bySales(narrowing))
  }

  /** @param name  equal for equal filters; null: not cached */
  function narrowed(narrowing: Narrowing, name: string | null): Narrowed {
    if (name === null) {
      const best = choosePopular(narrowing)
      return { best, few: best.length < MAX_SUGGESTED_WORKS ? best : null }
    }
    const asOf = `${version} ${catalogue.version}`
    if (cachedVersion !== asOf) cached.clear()
    cachedVersion = asOf
    const known = cached.get(name)
    if (known) return known
    const best = choosePopular(narrowing)
    const { ids, total } = catalogue.query({ ...narrowing, order: 'id', direction: 'asc', offset: 0, limit: FEW })
    const found = { best, few: total <= FEW ? ids : null }
    cached.set(name, found)
    return found
  }

  /** Returns works new to a listener, by the model; none without one. */
  function byModel(history: History, narrowing: Narrowing, few: readonly number[] | null, nowMs: number): Suggestion[] {
    if (recommender === null) return []
    const wanted = few ? { among: few } : { accepts: catalogue.matcher(narrowing) }
    const options = { limit: MAX_SUGGESTED_WORKS, ...wanted }
    const chosen = recommender.recommend(history.listened, nowMs, history.familiar, options)
    // The library may know editions that the model takes for different works.
    const isNew = editions(history.familiar)
    return chosen
      .filter(({ id }) => isNew(id))
      .map((one) => (isEditionOf(one.id, one.because) ? withoutReason(one.id) : one))
  }

  /** Yields all matches, popular ones first; those may be repeated. */
  function* inOrder(best: readonly number[], narrowing: Narrowing): Generator<number> {
    yield* best
    if (best.length === MAX_SUGGESTED_WORKS) yield* bySales(narrowing)
  }

  /** Returns a test for whether a work is no edition of the works `before`, nor of one tested earlier. */
  function editions(before: Iterable<number>): (id: number) => boolean {
    const known = new Set<number>()
    for (const id of before) known.add(firstEditionOf(id))
    return (id) => {
      const count = known.size
      return known.add(firstEditionOf(id)).size > count
    }
  }

  function firstEditionOf(id: number): number {
    return catalogue.editionsOf(id)[0] ?? id
  }

  function isEditionOf(id: number, other: number | null): boolean {
    return other !== null && (id === other || catalogue.editionsOf(id).includes(other))
  }

  return {
    get version() {
      return version
    },

    /** Whether places in the list of popular works say something. */
    get isRanked() {
      return recommender?.isRanked ?? false
    },

    use(next: Recommender): void {
      recommender = next
      version += 1
    },

    /** @param name  equal for equal filters; null: not cached */
    popular: (narrowing: Narrowing, name: string | null): readonly number[] => narrowed(narrowing, name).best,

    /**
     * Recommends by a listener's history, or popular works without one. New works come first, one edition of each; then
     * partly heard ones, latest first; finished ones only if nothing else is left.
     *
     * @param nowMs  milliseconds since 1970
     */
    recommended(history: History, narrowing: Narrowing, name: string | null, nowMs: number): Suggestion[] {
      const { best, few } = narrowed(narrowing, name)
      if (history.listened.length === 0 && history.familiar.size === 0) return best.map(withoutReason)
      const chosen = byModel(history, narrowing, few, nowMs)
      if (chosen.length < MAX_SUGGESTED_WORKS) {
        const isNew = editions(history.familiar)
        for (const { id } of chosen) isNew(id)
        take(chosen, isNew, inOrder(best, narrowing))
        take(chosen, editions(history.doneWith), catalogue.filter(heardInPart(history), narrowing))
      }
      return chosen.length > 0 ? chosen : best.map(withoutReason)
    },

    /** Returns works similar to one in the library; others of its circle if no model knows it. */
    async neighbours(
      workId: number,
      narrowing: Narrowing,
      circleOf: (workId: number) => Promise<number | null>,
    ): Promise<number[]> {
      const ids = recommender?.neighbours(workId).map(({ id }) => id) ?? []
      const alike: Suggestion[] = []
      if (ids.length > 0) {
        take(alike, editions([workId]), catalogue.filter(ids, narrowing))
      } else {
        const circleId = await circleOf(workId)
        if (circleId !== null) take(alike, editions([workId]), bySales({ ...narrowing, circleId }))
      }
      return alike.map(({ id }) => id)
    },
  }
}

/** Latest first. */
function heardInPart({ listened, familiar, doneWith }: History): number[] {
  const some = listened.filter(({ work }) => familiar.has(work) && !doneWith.has(work))
  return some.sort((a, b) => b.at - a.at || a.work - b.work).map(({ work }) => work)
}

function withoutReason(id: number): Suggestion {
  return { id, because: null }
}

/** Appends wanted ones of `more`, up to the limit. */
function take(chosen: Suggestion[], isWanted: (id: number) => boolean, more: Iterable<number>): void {
  if (chosen.length >= MAX_SUGGESTED_WORKS) return
  for (const id of more) {
    if (!isWanted(id)) continue
    chosen.push(withoutReason(id))
    if (chosen.length === MAX_SUGGESTED_WORKS) return
  }
}

/** Appends those of `more` that are not chosen yet, up to the limit. */
function fill(chosen: number[], more: Iterable<number>): number[] {
  const known = new Set(chosen)
  for (const id of more) {
    if (known.size >= MAX_SUGGESTED_WORKS) break
    known.add(id)
  }
  return [...known]
}
