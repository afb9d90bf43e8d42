import { countWorks } from '@otodana/contract'
import { type DoneTerm, printKeyword } from '@otodana/keyword'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'
import { pause } from '#lib/pause.ts'

import { withFilter } from '../filter/global-filter.ts'
import { listKey } from '../works.queries.ts'
import {
  basisOf,
  type FilterKind,
  namedKinds,
  type NamedKind,
  releaseChoices,
  singleChoices,
  type SingleKind,
} from './filter-choices.ts'

/** Faster changes are combined into one request. */
const SETTLE_MS = 100

export type Draft = { terms: readonly DoneTerm[]; isSubtitled: boolean }

type Counted = { id: number | string; count: number }

export type Counts = {
  total: number
  subtitled: number
  /** By choice. */
  of: (choice: string) => number | undefined
  names: Record<NamedKind, Counted[]>
}

export type CountsFor = {
  draft: Draft
  globalFilter: string
  localSubtitledWorks: readonly number[]
  editions: 'one' | 'all'
  thisYear: number
}

/** Counts the works of a draft, and of each choice under its other filters. */
export function countsQuery(api: Api, { draft, globalFilter, thisYear, ...rest }: CountsFor) {
  const keyword = (terms: readonly DoneTerm[]) => withFilter(printKeyword(terms), globalFilter)
  const subtitle = draft.isSubtitled ? 1 : 0
  const single = Object.entries({ ...singleChoices, release: releaseChoices(thisYear) }) as [SingleKind, string[]][]
  const named = Object.keys(namedKinds) as NamedKind[]
  const basis = (kind: FilterKind) => keyword(basisOf(draft.terms, kind))
  const groups = [
    { keyword: keyword(draft.terms), subtitle },
    { keyword: keyword(draft.terms), subtitle: 1 },
    ...single.map(([kind, choices]) => ({ keyword: basis(kind), subtitle, choices })),
    ...named.map((kind) => ({ keyword: basis(kind), subtitle, names: namedKinds[kind] })),
  ] as const
  const isLocal = draft.isSubtitled ? rest.localSubtitledWorks : []
  return queryOptions({
    queryKey: ['counts', groups, listKey({ localSubtitledWorks: isLocal }), rest.editions],
    queryFn: async ({ signal }): Promise<Counts> => {
      await pause(SETTLE_MS, signal)
      const localSubtitledWorks = [...rest.localSubtitledWorks]
      const body = { groups: groups.map((group) => ({ ...group })), localSubtitledWorks, editions: rest.editions }
      const answer = (await api(countWorks, { body }, { signal })).groups
      const counts = new Map<string, number>()
      for (const [at, [, choices]] of single.entries()) {
        for (const [place, choice] of choices.entries()) counts.set(choice, answer[2 + at]!.choices[place]!)
      }
      const namesOf = (kind: NamedKind) => answer[2 + single.length + named.indexOf(kind)]!.names
      return {
        total: answer[0]!.total,
        subtitled: answer[1]!.total,
        of: (choice) => counts.get(choice),
        names: { lang: namesOf('lang'), tag: namesOf('tag'), va: namesOf('va'), circle: namesOf('circle') },
      }
    },
    // Contains a function, and the previous counts are shown meanwhile.
    structuralSharing: false,
    placeholderData: keepPreviousData,
  })
}
