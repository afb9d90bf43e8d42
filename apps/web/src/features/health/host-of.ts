import type { ApiEndpoints, EndpointKey } from '@otodana/contract'

/** Returns the host of an endpoint for display: `listen.example`. Without its own address it is the page's. */
export function hostOf(endpoints: ApiEndpoints, key: EndpointKey): string {
  return new URL(endpoints[key] ?? location.origin).host
}
