import type { TagNames } from '@otodana/contract'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'

import type { Api } from '#lib/api.ts'

import { nameKinds, type NameKind } from './name-kinds.ts'

/** A circle, tag or voice actor with the number of its works. Only tags have names by language. */
export type CountedName = {
  id: number | string
  name: string
  count: number
  i18n?: z.infer<typeof TagNames>
}

/** Names change with the library only: what was loaded holds for a visit to another screen and back. */
const FRESH_MS = 5 * 60_000

/** Every name of a kind, those with the most works first; up to some ten thousand. */
export function namesQuery(api: Api, kind: NameKind) {
  return queryOptions({
    queryKey: ['names', kind],
    queryFn: ({ signal }): Promise<CountedName[]> => api(nameKinds[kind].endpoint, {}, { signal }),
    staleTime: FRESH_MS,
  })
}
