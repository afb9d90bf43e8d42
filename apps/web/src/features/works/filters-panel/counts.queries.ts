import { type CountsBody, countWorks } from '@otodana/contract'
import { type DoneTerm, printKeyword } from '@otodana/keyword'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'
import { pause } from '#lib/pause.ts'

import { withFilter } from '../filter/global-filter.ts'
import { listKey } from '../works.queries.ts'
import {
  basisOf,
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
  choices: Record<string, number>
  names: Record<NamedKind, Counted[]>
}

export type CountsFor = {
  draft: Draft
  globalFilter: string
  localSubtitledWorks: readonly number[]
  editions: 'one' | 'all'
  thisYear: number
}

type Group = CountsBody['groups'][number]

/** Counts the works of a draft, and of each choice under its other filters. */
export function countsQuery(api: Api, { draft, globalFilter, thisYear, localSubtitledWorks, editions }: CountsFor) {
  const { terms, isSubtitled } = draft
  const group = (of: readonly DoneTerm[], more?: Partial<Group>): Group => {
    return { keyword: withFilter(printKeyword(of), globalFilter), subtitle: isSubtitled ? 1 : 0, choices: [], ...more }
  }
  const named = (kind: NamedKind) => group(basisOf(terms, kind), { names: namedKinds[kind] })
  const single = Object.entries({ ...singleChoices, release: releaseChoices(thisYear) }) as [SingleKind, string[]][]
  const groups: Record<string, Group> = {
    total: group(terms),
    subtitled: group(terms, { subtitle: 1 }),
    ...Object.fromEntries(single.map(([kind, choices]) => [kind, group(basisOf(terms, kind), { choices })])),
    sub: named('sub'),
    lang: named('lang'),
    tag: named('tag'),
    va: named('va'),
    circle: named('circle'),
  }
  return queryOptions({
    queryKey: ['counts', groups, listKey({ localSubtitledWorks }), editions],
    queryFn: async ({ signal }): Promise<Counts> => {
      await pause(SETTLE_MS, signal)
      const body = { groups: Object.values(groups), localSubtitledWorks: [...localSubtitledWorks], editions }
      const answer = (await api(countWorks, { body }, { signal })).groups
      const counted = (name: string) => answer[Object.keys(groups).indexOf(name)]!
      const counts = single.flatMap(([kind, choices]) =>
        choices.map((choice, at) => [choice, counted(kind).choices[at]!]),
      )
      return {
        total: counted('total').total,
        subtitled: counted('subtitled').total,
        choices: Object.fromEntries(counts),
        names: {
          sub: counted('sub').names,
          lang: counted('lang').names,
          tag: counted('tag').names,
          va: counted('va').names,
          circle: counted('circle').names,
        },
      }
    },
    placeholderData: keepPreviousData,
  })
}
