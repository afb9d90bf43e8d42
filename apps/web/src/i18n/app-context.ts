import type { ApiEndpoints } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'

import type { I18n } from './translations.ts'

/** The context of every route's loader and head. */
export type AppContext = {
  api: Api
  queryClient: QueryClient
  i18n: I18n
  /** `https://host`, and the base path, for canonical links and share tags. */
  siteUrl: string
  /** Rendered by the server for a visitor who must not see the library. */
  isClosed: boolean
  /** The instance's addresses. */
  endpoints: ApiEndpoints
}
