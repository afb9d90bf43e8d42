import { PAGES } from '#lib/storage/caches.ts'

/** Whether this device has kept pages that open without a server. */
export async function hasCachedPages(): Promise<boolean> {
  // Where the page has come over http there is no such store.
  if (!(await globalThis.caches?.has(PAGES))) return false
  return (await (await caches.open(PAGES)).keys()).length > 0
}
