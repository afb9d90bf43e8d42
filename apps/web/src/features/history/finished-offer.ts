import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'

import { mayBecomeListened, setProgressByListening } from '#features/reviews/index.ts'
import { useSettings } from '#features/settings/index.ts'
import type { Api } from '#lib/api/api.ts'

import type { FinishedWork } from './finished-works.ts'

/** The finished work that is offered to be marked as listened; null: none. */
export const useFinishedOffer = create<{ offer: FinishedWork | null }>()(() => ({ offer: null }))

export const dropFinishedOffer = (): void => useFinishedOffer.setState({ offer: null })

/**
 * Marks a finished work as listened, offers to, or does neither, as the setting says; never where a progress is chosen.
 *
 * @throws {ApiError}
 */
export async function offerListened(deps: { api: Api; queryClient: QueryClient }, work: FinishedWork): Promise<void> {
  const { marksListened } = useSettings.getState()
  if (marksListened === 'automatic')
    await setProgressByListening(deps, { id: work.workId, title: work.workTitle }, 'listened')
  if (marksListened === 'ask' && (await mayBecomeListened(deps, work.workId)))
    useFinishedOffer.setState({ offer: work })
}
