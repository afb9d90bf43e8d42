import { beginListening } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'

import { withMarks } from './marks.ts'

type Deps = { api: Api; queryClient: QueryClient }

/**
 * Sets the progress of a work to listening, unless the member has chosen one, and shows it.
 *
 * @throws {ApiError}
 */
export async function markAsListening({ api, queryClient }: Deps, workId: number): Promise<void> {
  const { progress } = await api(beginListening, { body: { work_id: workId } })
  queryClient.setQueriesData({ predicate: ({ meta }) => meta?.isPersonal === true }, (data: unknown) =>
    withMarks(data, workId, { progress }),
  )
  await queryClient.invalidateQueries({ queryKey: ['favourites'] })
}
