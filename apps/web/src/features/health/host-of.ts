import type { ApiEndpoints, EndpointKey } from '@otodana/contract'

/** What stands behind a key, to be read: `listen.example`. Without an address of its own it is where the page is from. */
export function hostOf(endpoints: ApiEndpoints, key: EndpointKey): string {
  return new URL(endpoints[key] ?? location.origin).host
}
