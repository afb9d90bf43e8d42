import { findListening } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import { sendOrWait } from '#features/outbox/index.ts'
import type { Api } from '#lib/api/api.ts'

import { withMarks } from './marks.ts'

type Deps = { api: Api; queryClient: QueryClient }

/**
 * Sets the progress of a work to what was listened to, unless the member has chosen one, and shows it; without a connection
 * later.
 *
 * @throws {ApiError}
 */
export async function setProgressByListening(
  { api, queryClient }: Deps,
  work: { id: number; title: string },
  progress: 'listening' | 'listened',
): Promise<void> {
  const now = await sendOrWait(api, { kind: 'listened', work, progress })
  if (now === null) return
  queryClient.setQueriesData({ predicate: ({ meta }) => meta?.isPersonal === true }, (data: unknown) =>
    withMarks(data, work.id, { progress: now.progress }),
  )
  await queryClient.invalidateQueries({ queryKey: ['favourites'] })
}

/**
 * Whether the end of a work may set its progress: the member has not chosen one, and it is not `listened` yet.
 *
 * @throws {ApiError}
 */
export async function mayBecomeListened({ api }: Pick<Deps, 'api'>, workId: number): Promise<boolean> {
  const { progress, isChosen } = await api(findListening, { query: { work_id: workId } })
  return !isChosen && progress !== 'listened'
}
