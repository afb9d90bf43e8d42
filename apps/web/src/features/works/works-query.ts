import type { WorkOrder, WorksQuery } from '@otodana/contract'

import type { WorksSearch } from './works-search.ts'

const SEED = /^random(?:-(\d{1,2}))?$/
const DEFAULT_SEED = 7
const SEEDS = 100

type WorksQueryPart = Pick<WorksQuery, 'order' | 'sort' | 'page' | 'pageSize'> & { seed?: number }

/** Returns the API's parameters for a screen, without the search. */
export function worksQueryOf({ page, pageSize, sortOption }: WorksSearch): WorksQueryPart {
  const random = SEED.exec(sortOption)
  const [order = '', sort] = random ? ['random'] : sortOption.split('-')
  return {
    order: order as WorkOrder,
    sort: sort === 'asc' ? 'asc' : 'desc',
    page,
    pageSize,
    ...(random ? { seed: Number(random[1] ?? DEFAULT_SEED) } : {}),
  }
}

/** Returns a random order. */
export function anyShuffle(random: () => number): string {
  return `random-${Math.floor(random() * SEEDS)}`
}

/** Returns another random order than `sortOption`'s, out of a hundred. */
export function nextShuffle(sortOption: string): string {
  const seed = Number(SEED.exec(sortOption)?.[1] ?? DEFAULT_SEED)
  return `random-${(seed + 37) % SEEDS}`
}
