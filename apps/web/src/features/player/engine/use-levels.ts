import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { useSettings } from '#features/settings/index.ts'
import { SOUNDS, soundsQuery } from '#lib/queries/sounds-query.ts'

import { applyLevels } from './apply-levels.ts'
import { playerStore } from '../player.ts'

/** Levels the loudness of the current track with the server's measurements. */
export function useLevels(): void {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  useEffect(
    () =>
      applyLevels(playerStore, useSettings, {
        find: ({ workId, hash }) =>
          queryClient.getQueryData(soundsQuery(api, workId).queryKey)?.sounds.find((sound) => sound.hash === hash),
        load: (workId) => void queryClient.prefetchQuery(soundsQuery(api, workId)),
        onChange: (listener) =>
          queryClient.getQueryCache().subscribe(({ type, query }) => {
            if (type === 'updated' && query.queryKey[0] === SOUNDS) listener()
          }),
      }),
    [api, queryClient],
  )
}
