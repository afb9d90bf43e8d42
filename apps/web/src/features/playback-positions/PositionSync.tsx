import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { followRemotePositions } from '#features/player/index.ts'
import type { Api } from '#lib/api/api.ts'
import { playbackPositionsQuery } from '#lib/queries/playback-positions-query.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'

import { deviceId } from './device.ts'
import { createRemoteAnswers } from './remote-answers.ts'
import { sendPositions } from './send-positions.ts'

/** Syncs this member's playback positions with the server. */
export default function PositionSync({ account }: { account: number }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  useEffect(() => {
    const ends = [sendPositions(account), askForPositions(api, queryClient, account)]
    return () => ends.forEach((end) => end())
  }, [api, queryClient, account])
  return null
}

function askForPositions(api: Api, queryClient: QueryClient, account: number): () => void {
  return followRemotePositions({
    deviceId: deviceId(deviceStorage),
    // On failure the local position is used.
    find: (workId) => queryClient.fetchQuery(playbackPositionsQuery(api, account, workId)).catch(() => null),
    answers: createRemoteAnswers(deviceStorage, account),
  })
}
