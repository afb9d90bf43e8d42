import { ApiError } from '#lib/api/api.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

import { hasParts, useConnection } from './connection.store.ts'

const CachedPages = lazyComponent(
  () => import('./CachedPages.tsx'),
  () => null,
)

/** Lists the cached pages below a screen that did not load because the server did not answer. */
export function OfflineHelp({ error }: { error: unknown }) {
  const isUnanswered = error instanceof ApiError && error.status === 0
  return useConnection((known) => isUnanswered && hasParts(known)) ? <CachedPages /> : null
}
