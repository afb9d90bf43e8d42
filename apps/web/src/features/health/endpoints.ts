import type { ApiEndpoints } from '@otodana/contract'

import { useSettings } from '#features/settings/index.ts'
import { setApiBase } from '#lib/api/api-base.ts'

/** The name of the page's `<meta>` that has the endpoints, as JSON. */
export const ENDPOINTS_META = 'api-endpoints'

/**
 * Has calls, covers and sound come from the address that the visitor has chosen, now and after each other choice. To be
 * called before anything is asked for.
 *
 * @returns the addresses at which this page's server says that it may be reached
 */
export function followEndpoint(): ApiEndpoints {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name=${ENDPOINTS_META}]`)
  const endpoints = JSON.parse(meta?.content ?? '{}') as ApiEndpoints
  const take = () => setApiBase(endpoints[useSettings.getState().apiUrlKey] ?? '', Object.values(endpoints))
  take()
  useSettings.subscribe(take)
  return endpoints
}
