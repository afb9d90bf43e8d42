import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { whenIdle } from '#lib/chunks/lazy-component.tsx'
import { useUpgrade } from '#lib/storage/database-upgrade.ts'

import { checkAtStart } from './database/check-at-start.ts'
import { onLocalSubtitlesChanged } from './database/package-changes.ts'
import { UpgradeOverlay } from './later-parts.ts'
import { LOCAL_SUBTITLES } from './queries.ts'

/** Checks the database when the page is idle, and covers the page during an upgrade. */
export function FollowLocalSubtitles() {
  const queryClient = useQueryClient()
  const { upgrade } = useUpgrade()
  useEffect(() => whenIdle(() => void checkAtStart()), [])
  useEffect(
    () => onLocalSubtitlesChanged(() => void queryClient.invalidateQueries({ queryKey: LOCAL_SUBTITLES })),
    [queryClient],
  )
  return upgrade ? <UpgradeOverlay upgrade={upgrade} /> : null
}
