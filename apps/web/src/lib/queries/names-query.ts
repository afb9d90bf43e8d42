import {
  listCircles,
  listSeries,
  listStaff,
  listTags,
  listVoiceActors,
  type CountedCircle,
  type CountedSeries,
  type CountedStaff,
  type CountedTag,
  type CountedVoiceActor,
} from '@otodana/contract'
import { queryOptions } from '@tanstack/react-query'

import type { Api, CallOptions } from '../api/api.ts'

type NamesOf = {
  circles: CountedCircle[]
  tags: CountedTag[]
  vas: CountedVoiceActor[]
  series: CountedSeries[]
  staff: CountedStaff[]
}
export type NameKind = keyof NamesOf

const fetchNames: { [K in NameKind]: (api: Api, options: CallOptions) => Promise<NamesOf[K]> } = {
  circles: (api, options) => api(listCircles, {}, options),
  tags: (api, options) => api(listTags, {}, options),
  vas: (api, options) => api(listVoiceActors, {}, options),
  series: (api, options) => api(listSeries, {}, options),
  staff: (api, options) => api(listStaff, {}, options),
}

/** Names only change with the library, so they are reused by every screen and the search box. */
const FRESH_MS = 5 * 60_000

/** All names of a kind, by number of works; up to about ten thousand. */
export function namesQuery<K extends NameKind>(api: Api, kind: K) {
  return queryOptions({
    queryKey: ['names', kind],
    queryFn: ({ signal }) => fetchNames[kind](api, { signal }),
    staleTime: FRESH_MS,
    meta: { isAwaited: true },
    // Comparing two large lists would be slow.
    structuralSharing: false,
  })
}
