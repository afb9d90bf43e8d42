import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'

import { queueAround } from '#features/track-queue/index.ts'
import { showSubtitle } from '#features/lyrics/index.ts'
import { playTracks, seekTo, usePlayingHash } from '#features/player/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { tracksQuery } from '#lib/queries/tracks-query.ts'

import { createLinePlayer } from './line-player.ts'

/** Plays a track in its folder's queue from a line on, with the line's subtitle. */
export function useLinePlayer() {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [failedHash, setFailedHash] = useState<string | null>(null)
  const playingHash = usePlayingHash()
  const playing = useRef(playingHash)
  // Before paint, so that pending calls see the current track.
  useLayoutEffect(() => void (playing.current = playingHash), [playingHash])
  const play = useMemo(
    () =>
      // oxlint-disable-next-line react/refs -- read in event handlers, never during rendering
      createLinePlayer({
        treeAtHand: (workId) => queryClient.getQueryData(tracksQuery(api, workId).queryKey),
        fetchTree: (workId) => queryClient.fetchQuery(tracksQuery(api, workId)),
        queueAround,
        playTracks,
        seekTo,
        isCurrent: (audioHash) => playing.current === audioHash,
        showSubtitle(audioHash, subtitleHash) {
          useSettings.setState({ enableSubtitle: true })
          return showSubtitle(audioHash, subtitleHash)
        },
        onFailure: setFailedHash,
      }),
    [api, queryClient],
  )

  return {
    /** The subtitle whose track could not be played. */
    failedHash,

    /** Prefetches the work's files when a line is hovered. */
    prepare: (workId: number) => void queryClient.prefetchQuery(tracksQuery(api, workId)),

    play,
  }
}

export type LinePlayer = ReturnType<typeof useLinePlayer>
