import { getAbout } from '@otodana/contract'
import { queryOptions } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'

/** The operator's information about the site, which is public even where the library is not. */
export const aboutQuery = (api: Api) =>
  queryOptions({
    queryKey: ['about'],
    queryFn: ({ signal }) => api(getAbout, {}, { signal, isAnonymous: true }),
    staleTime: 600_000,
  })
