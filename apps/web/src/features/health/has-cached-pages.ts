import { PAGES } from '#lib/storage/caches.ts'

/** Whether this device has cached pages that open offline. */
export async function hasCachedPages(): Promise<boolean> {
  // The Cache API is missing over plain http.
  if (!(await globalThis.caches?.has(PAGES))) return false
  return (await (await caches.open(PAGES)).keys()).length > 0
}
