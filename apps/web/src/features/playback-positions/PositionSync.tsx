import { savePlaybackPositions } from '@otodana/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { apiSession, useSession } from '#features/accounts/index.ts'
import {
  followRemotePositions,
  onPauseOrTrackChange,
  onPositionsWritten,
  readPositions,
} from '#features/player/index.ts'
import { createApi, type Api } from '#lib/api/api.ts'
import { playbackPositionsQuery } from '#lib/queries/playback-positions-query.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'

import { deviceId, deviceName } from './device.ts'
import { createRemoteAnswers } from './remote-answers.ts'
import { createOutbox } from './outbox.ts'
import { createPositionSender, MAX_SECONDS_AGO } from './position-sender.ts'

/** Syncs this member's playback positions with the server. */
export default function PositionSync({ accountId }: { accountId: number }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  useEffect(() => {
    const ends = [sendPositions(accountId), askForPositions(api, queryClient, accountId)]
    return () => ends.forEach((end) => end())
  }, [api, queryClient, accountId])
  return null
}

/** Requests sent while leaving the page must outlive it. */
const lastingApi = createApi({ fetch: (url, init) => fetch(url, { ...init, keepalive: true }), caller: apiSession })

function sendPositions(accountId: number): () => void {
  const device = { id: deviceId(deviceStorage), name: deviceName(navigator.userAgent, navigator.maxTouchPoints) }
  const sender = createPositionSender({
    outbox: createOutbox(deviceStorage, accountId),
    readPositions,
    isStill: () => useSession.getState().user?.id === accountId,
    async save(places) {
      const now = Date.now()
      await lastingApi(savePlaybackPositions, {
        body: {
          device,
          places: places.map(({ hash, seconds, atMs }) => ({
            hash,
            seconds,
            secondsAgo: Math.min(Math.max(0, (now - atMs) / 1_000), MAX_SECONDS_AGO),
          })),
        },
      })
    },
  })
  // On the window, so that it runs after the player's listener on the document, which saves the position.
  const handleVisibility = () => document.visibilityState === 'hidden' && sender.leave()
  addEventListener('visibilitychange', handleVisibility)
  addEventListener('pagehide', sender.leave)
  addEventListener('online', sender.sendNow)
  const ends = [
    onPositionsWritten(sender.note),
    onPauseOrTrackChange(sender.sendNow),
    () => removeEventListener('visibilitychange', handleVisibility),
    () => removeEventListener('pagehide', sender.leave),
    () => removeEventListener('online', sender.sendNow),
    sender.stop,
  ]
  sender.sendNow()
  return () => ends.forEach((end) => end())
}

function askForPositions(api: Api, queryClient: QueryClient, accountId: number): () => void {
  return followRemotePositions({
    deviceId: deviceId(deviceStorage),
    // On failure the local position is used.
    find: (workId) => queryClient.fetchQuery(playbackPositionsQuery(api, accountId, workId)).catch(() => null),
    answers: createRemoteAnswers(deviceStorage, accountId),
  })
}
