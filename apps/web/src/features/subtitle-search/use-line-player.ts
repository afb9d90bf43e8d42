import type { SubtitleLine, SubtitleMatch, SubtitleWork } from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { queueAround } from '#features/file-tree/index.ts'
import { showSubtitle } from '#features/lyrics/index.ts'
import { playTracks, seekTo } from '#features/player/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { tracksQuery } from '#lib/tracks-query.ts'

/** Plays a line: its track among the others of its folder, from where the line begins, with the subtitle it stands in. */
export function useLinePlayer() {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [failedHash, setFailedHash] = useState<string | null>(null)

  return {
    /** The subtitle whose track could not be played. */
    failedHash,

    /** Called as soon as a line is pointed at: what is asked of the server then is there when it is chosen. */
    prepare: (workId: number) => void queryClient.prefetchQuery(tracksQuery(api, workId)),

    async play(work: SubtitleWork, { audio, subtitle }: SubtitleMatch, line: SubtitleLine): Promise<void> {
      if (!audio) return
      setFailedHash(null)
      try {
        const query = tracksQuery(api, work.id)
        // What is at hand plays within the tap, as browsers want it.
        const tree = queryClient.getQueryData(query.queryKey) ?? (await queryClient.fetchQuery(query))
        const queue = queueAround(work, tree, audio.hash)
        if (!queue) throw new Error(`${audio.hash} is not among the files of its work`)
        playTracks(queue.tracks, queue.index)
        seekTo(line.startSeconds)
        useSettings.setState({ enableSubtitle: true })
        const offsetSeconds = await showSubtitle(audio.hash, subtitle.hash)
        if (offsetSeconds !== 0) seekTo(Math.max(0, line.startSeconds + offsetSeconds))
      } catch {
        setFailedHash(subtitle.hash)
      }
    },
  }
}

export type LinePlayer = ReturnType<typeof useLinePlayer>
