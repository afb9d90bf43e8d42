import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { useAccount } from '#features/accounts/index.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

import { useFinishedOffer } from './finished-offer.ts'
import { followHistory } from './follow-history.ts'

const FinishedNotice = lazyComponent(
  () => import('./FinishedNotice.tsx'),
  () => null,
)

/** Records the listening history, and offers to mark a finished work as listened. */
export function FollowHistory() {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const offer = useFinishedOffer((state) => state.offer)
  const account = useAccount()
  useEffect(() => followHistory({ api, queryClient }), [api, queryClient])
  return offer && offer.owner === account ? <FinishedNotice key={offer.workId} work={offer} /> : null
}
