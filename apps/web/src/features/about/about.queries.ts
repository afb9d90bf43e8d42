import { getAbout } from '@otodana/contract'
import { queryOptions } from '@tanstack/react-query'

import type { Api } from '#lib/api.ts'

/** What the operator says of the site, which is told to everybody, whatever the library is closed to. */
export const aboutQuery = (api: Api) =>
  queryOptions({
    queryKey: ['about'],
    queryFn: ({ signal }) => api(getAbout, {}, { signal, isAnonymous: true }),
    staleTime: 600_000,
  })
