import { ApiError } from '#lib/api.ts'
import { later } from '#lib/lazy.tsx'

import { hasParts, useConnection } from './connection.store.ts'

const KeptPages = later(
  () => import('./KeptPages.tsx'),
  () => null,
)

/** Below what could not be loaded because nobody answered: the pages that are kept on this device. */
export function OfflineHelp({ error }: { error: unknown }) {
  const isUnanswered = error instanceof ApiError && error.status === 0
  return useConnection((known) => isUnanswered && hasParts(known)) ? <KeptPages /> : null
}
