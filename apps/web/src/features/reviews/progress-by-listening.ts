import { beginListening, findListening, finishListening } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'

import { withMarks } from './marks.ts'

type Deps = { api: Api; queryClient: QueryClient }

/**
 * Sets the progress of a work to what was listened to, unless the member has chosen one, and shows it.
 *
 * @throws {ApiError}
 */
export async function setProgressByListening(
  { api, queryClient }: Deps,
  workId: number,
  progress: 'listening' | 'listened',
): Promise<void> {
  const set = progress === 'listening' ? beginListening : finishListening
  const now = await api(set, { body: { work_id: workId } })
  queryClient.setQueriesData({ predicate: ({ meta }) => meta?.isPersonal === true }, (data: unknown) =>
    withMarks(data, workId, { progress: now.progress }),
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
