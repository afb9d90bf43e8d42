import {
  listCircles,
  listTags,
  listVoiceActors,
  type CountedCircle,
  type CountedTag,
  type CountedVoiceActor,
} from '@otodana/contract'
import { queryOptions } from '@tanstack/react-query'

import type { Api, CallOptions } from '../api/api.ts'

type NamesOf = { circles: CountedCircle[]; tags: CountedTag[]; vas: CountedVoiceActor[] }
export type NameKind = keyof NamesOf

const fetchNames: { [K in NameKind]: (api: Api, options: CallOptions) => Promise<NamesOf[K]> } = {
  circles: (api, options) => api(listCircles, {}, options),
  tags: (api, options) => api(listTags, {}, options),
  vas: (api, options) => api(listVoiceActors, {}, options),
}

/** Names change with the library only: what was loaded serves every screen, and the search box, for a while. */
const FRESH_MS = 5 * 60_000

/** Every circle, tag or voice actor, those with the most works first; up to some ten thousand. */
export function namesQuery<K extends NameKind>(api: Api, kind: K) {
  return queryOptions({
    queryKey: ['names', kind],
    queryFn: ({ signal }) => fetchNames[kind](api, { signal }),
    staleTime: FRESH_MS,
    meta: { isAwaited: true },
    // Two large lists are not compared name by name.
    structuralSharing: false,
  })
}
