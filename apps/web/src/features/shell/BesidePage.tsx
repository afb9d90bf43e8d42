import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { refreshUser, useUser } from '#features/accounts/index.ts'
import { DownloadIndicator } from '#features/downloads/index.ts'
import { FollowLocalSubtitles } from '#features/local-subtitles/index.ts'
import { useConnection } from '#features/offline/index.ts'
import { FollowListening } from '#features/recommender/index.ts'
import { askAnew } from '#lib/ask-anew.ts'
import { onTabsTold } from '#lib/tabs.ts'

import { GoToTop } from './top-bar/GoToTop.tsx'
import Sayings from './Sayings.tsx'
import { TakesLong } from './TakesLong.tsx'
import { useMarkedCard } from './use-marked-card.ts'

/** What goes along with every screen, and what a page can do without until it has settled or has something to say. */
export default function BesidePage() {
  const queryClient = useQueryClient()
  const isSomebody = useUser() !== null
  const { api } = useRouter().options.context
  useEffect(() => {
    if (!isSomebody) return undefined
    return onTabsTold(() => {
      void askAnew(queryClient)
      void refreshUser(api)
    })
  }, [isSomebody, queryClient, api])
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
      <DownloadIndicator />
      <FollowLocalSubtitles />
    </>
  )
}

/** Has the covers loaded again that could not be (`followLostCovers` marks them): whoever has them is there again. */
function loadLostCovers(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('[data-lost]')) image.setAttribute('src', image.src)
}
