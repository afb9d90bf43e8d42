import type { Catalogue, Narrowing } from '@otodana/catalogue'

import { isDataError } from '#db/dialect.ts'
import type { Judgement } from '#features/reviews/index.ts'
import { AppError } from '#http/errors/app-error.ts'

import { historyOf } from './history.ts'
import type { Requester, Listeners } from './listeners.ts'
import type { ListeningRepository, ListeningEvent } from './listening.repository.ts'
import type { Suggestion, Suggestions } from './suggestions.ts'

export type Recommendations = {
  /** Increases whenever answers may have changed without a change of the library. */
  readonly version: number
  /** Whether enough is listened to for places in the list of popular works to say something. */
  readonly isRanked: boolean
  isPresent(workId: number): boolean
  /** @param name  equal for equal filters; null: not shared with other visitors */
  popular(narrowing: Narrowing, name: string | null): readonly number[]
  recommended(uuid: string, asker: Requester, narrowing: Narrowing, name: string | null): Promise<Suggestion[]>
  neighbours(workId: number, narrowing: Narrowing): Promise<number[]>
  /** Returns each work once, in the edition that lists show of it. */
  oneOfEach(chosen: readonly Suggestion[], narrowing: Narrowing, languages: readonly string[]): Suggestion[]
  /** @throws {AppError} `work.notFound`: it was just removed */
  tell(uuid: string, asker: Requester, workId: number, event: ListeningEvent): Promise<void>
}

type Deps = {
  suggestions: Suggestions
  listeners: Listeners
  listening: ListeningRepository
  catalogue: Pick<Catalogue, 'filter' | 'shownEditions'>
  /** Returns a member's marks. */
  judgementsOf: (accountId: number) => Promise<Judgement[]>
  /** Returns the circle of a work. */
  circleOf: (workId: number) => Promise<number | null>
}

/** Recommends works, and stores listening feedback. */
export function createRecommendations(deps: Deps): Recommendations {
  const { suggestions, listeners, listening, catalogue, judgementsOf, circleOf } = deps

  async function historyFor(uuid: string, asker: Requester) {
    const listener = await listeners.of(uuid, asker)
    const isMember = asker.account !== null && asker.account.group !== 'guest'
    const [heard, judgements] = await Promise.all([
      listener === null ? [] : listening.history(listener.id),
      isMember && asker.account !== null ? judgementsOf(asker.account.id) : [],
    ])
    return historyOf(heard, judgements)
  }

  return {
    get version() {
      return suggestions.version
    },
    get isRanked() {
      return suggestions.isRanked
    },
    isPresent: (workId) => catalogue.filter([workId], { terms: [] }).length === 1,
    popular: suggestions.popular,
    async recommended(uuid, asker, narrowing, name) {
      return suggestions.recommended(await historyFor(uuid, asker), narrowing, name, Date.now())
    },
    neighbours: (workId, narrowing) => suggestions.neighbours(workId, narrowing, circleOf),

    oneOfEach(chosen, narrowing, languages) {
      const shown = catalogue.shownEditions(
        chosen.map(({ id }) => id),
        narrowing,
        languages,
      )
      const found = new Map<number, Suggestion>()
      for (const suggestion of chosen) {
        const id = shown.get(suggestion.id) ?? suggestion.id
        if (!found.has(id)) found.set(id, { ...suggestion, id })
      }
      return [...found.values()]
    },

    async tell(uuid, asker, workId, event) {
      const listener = await listeners.of(uuid, asker)
      // The account was just deleted.
      if (listener === null) throw new AppError('invalid token')
      try {
        await listening.tell(listener, workId, event)
      } catch (error) {
        if (isDataError(error)) throw new AppError('work.notFound', { cause: error })
        throw error
      }
    },
  }
}
