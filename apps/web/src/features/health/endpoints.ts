import type { ApiEndpoints } from '@otodana/contract'

import { useSettings } from '#features/settings/index.ts'
import { setApiBase } from '#lib/api/api-base.ts'

/** The page's `<meta>` with the endpoints as JSON. */
export const ENDPOINTS_META = 'api-endpoints'

/**
 * Uses the visitor's chosen address for calls, covers and audio, now and after each change. Must be called before the
 * first request.
 *
 * @returns the addresses of this instance
 */
export function followEndpoint(): ApiEndpoints {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name=${ENDPOINTS_META}]`)
  const endpoints = JSON.parse(meta?.content ?? '{}') as ApiEndpoints
  const take = () => setApiBase(endpoints[useSettings.getState().apiUrlKey] ?? '', Object.values(endpoints))
  take()
  useSettings.subscribe(take)
  return endpoints
}
