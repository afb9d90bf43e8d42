import type { Selection } from '@otodana/contract'

import type { ShownList } from '#features/works/index.ts'

import type { Selected } from './selected-works.ts'

/** Returns a selection as calls have it: the works' ids, or the list's query and its number of works. */
export function selectionOf({ ids, isAll }: Selected, { request, total }: ShownList): Selection {
  if (!isAll) return { works: [...ids] }
  const { markTarget: _, localSubtitledWorks, ...list } = request
  return { list: { ...list, ...(localSubtitledWorks && { localSubtitledWorks: [...localSubtitledWorks] }) }, total }
}
