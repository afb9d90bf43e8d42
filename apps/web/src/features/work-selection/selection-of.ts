import type { Selection } from '@otodana/contract'

import { listKey, type ShownList } from '#features/works/index.ts'

import type { Selected } from './selected-works.ts'

/** Identifies what a list contains, in any order and on all its pages. */
export function contentOf({ request }: Pick<ShownList, 'request'>): string {
  if (request === null) return ''
  const { page: _page, pageSize: _size, sort: _sort, seed: _seed, markTarget: _mark, order, ...rest } = request
  // The list by one's ratings has only works that one has rated.
  return JSON.stringify([order === 'rating', listKey(rest)])
}

/** Returns a selection as calls have it: the works' ids, or the list's query and its number of works. */
export function selectionOf({ ids, isAll }: Selected, { request, total }: ShownList): Selection {
  if (!isAll || request === null) return { works: [...ids] }
  const { markTarget: _, localSubtitledWorks, ...list } = request
  return { list: { ...list, ...(localSubtitledWorks && { localSubtitledWorks: [...localSubtitledWorks] }) }, total }
}
