import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useUser } from '#features/accounts/index.ts'
import { useConnection } from '#features/offline/index.ts'
import { FollowListening } from '#features/recommender/index.ts'
import { askAnew } from '#lib/ask-anew.ts'
import { onTabsTold } from '#lib/tabs.ts'

import { GoToTop } from './GoToTop.tsx'
import Sayings from './Sayings.tsx'
import { TakesLong } from './TakesLong.tsx'
import { useMarkedCard } from './use-marked-card.ts'

/** What goes along with every screen, and what a page can do without until it has settled or has something to say. */
export default function BesidePage() {
  const queryClient = useQueryClient()
  const isSomebody = useUser() !== null
  useEffect(() => (isSomebody ? onTabsTold(() => void askAnew(queryClient)) : undefined), [isSomebody, queryClient])
  useMarkedCard()
  useEffect(
    () =>
      useConnection.subscribe(({ reach }, before) => reach === 'here' && before.reach !== 'here' && loadLostCovers()),
    [],
  )
  return (
    <>
      <Sayings />
      <TakesLong />
      <GoToTop />
      <FollowListening />
    </>
  )
}

/** Has the covers loaded again that could not be (`followLostCovers` marks them): whoever has them is there again. */
function loadLostCovers(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('[data-lost]')) image.setAttribute('src', image.src)
}
