import type { ApiEndpoints } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'

import type { I18n } from './translations.ts'

/** What every route's loader and head can use. */
export type AppContext = {
  api: Api
  queryClient: QueryClient
  i18n: I18n
  /** `https://host`, for canonical links and share tags. */
  origin: string
  /** The server has rendered this page for a visitor who may see nothing of the library. */
  isClosed: boolean
  /** The addresses at which the instance can be reached. */
  endpoints: ApiEndpoints
}
