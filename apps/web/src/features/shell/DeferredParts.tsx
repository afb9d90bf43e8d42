import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { refreshUser, useUser } from '#features/accounts/index.ts'
import { DownloadIndicator } from '#features/downloads/index.ts'
import { FollowHistory } from '#features/history/index.ts'
import { FollowKept } from '#features/kept/index.ts'
import { FollowLocalSubtitles } from '#features/local-subtitles/index.ts'
import { useConnection } from '#features/offline/index.ts'
import { FollowOutbox } from '#features/outbox/index.ts'
import { FollowListening } from '#features/recommender/index.ts'
import { invalidatePersonalQueries } from '#lib/queries/invalidate-personal-queries.ts'
import { onTabsNotified } from '#lib/browser/tabs.ts'
import { Toasts } from '#ui/Toasts.tsx'

import { GoToTop } from './top-bar/GoToTop.tsx'
import { SlowNotice } from './SlowNotice.tsx'

/** Parts of every screen that load when the page is idle, or when needed. */
export default function DeferredParts() {
  const queryClient = useQueryClient()
  const isSomebody = useUser() !== null
  const { api } = useRouter().options.context
  useEffect(() => {
    if (!isSomebody) return undefined
    return onTabsNotified(() => {
      void invalidatePersonalQueries(queryClient)
      void refreshUser(api)
    })
  }, [isSomebody, queryClient, api])
  useEffect(
    () =>
      useConnection.subscribe(({ reach }, before) => reach === 'here' && before.reach !== 'here' && loadLostCovers()),
    [],
  )
  return (
    <>
      <Toasts />
      <SlowNotice />
      <GoToTop />
      <FollowListening />
      <FollowHistory />
      <DownloadIndicator />
      <FollowOutbox />
      <FollowKept />
      <FollowLocalSubtitles />
    </>
  )
}

/** Reloads failed covers (marked by `followLostCovers`) when the connection is back. */
function loadLostCovers(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('[data-lost]')) image.setAttribute('src', image.src)
}
