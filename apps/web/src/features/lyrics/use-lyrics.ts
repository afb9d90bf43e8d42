import { isSelectable, MAX_AUTO_READ_SUBTITLES, type Cue } from '@otodana/subtitles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

import { type LocalSubtitle, localSubtitleQueries } from '#features/local-subtitles/index.ts'
import { useCurrentTrack, useDurationSeconds, type QueueTrack } from '#features/player/index.ts'
import { hasLocalSubtitles, useSettings } from '#features/settings/index.ts'
import { tracksQuery } from '#lib/queries/tracks-query.ts'

import { chosenCandidate, rankCandidates, type LyricCandidate } from './choose/candidates.ts'
import { useChoice } from './choose/choices.store.ts'
import { useOpenedFiles } from './files/opened-files.store.ts'
import { readFiles, readingsAtHand, type Reading } from './files/read-subtitle.ts'
import { subtitleFiles } from './files/subtitle-files.ts'

/** Candidates for the current track. */
export type Candidates = {
  track: QueueTrack | null
  /** Those that have been read, best first. */
  candidates: readonly LyricCandidate[]
  isPending: boolean
  /** Loading the work's folders or the subtitles on this device failed: there may be others. */
  isFailed: boolean
  /** The one that is shown. */
  chosen: LyricCandidate | null
}

/**
 * Reads the subtitles of the current track's work.
 *
 * @param extent  `likely`: those that may be selected automatically, and the chosen one; or `all` that are listed
 */
export function useCandidates(extent: 'likely' | 'all'): Candidates {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const track = useCurrentTrack()
  const knownSeconds = useDurationSeconds()
  const choice = useChoice(track?.hash)
  const opened = useOpenedFiles(track?.hash)
  const tree = useQuery({ ...tracksQuery(api, track?.workId ?? 0), enabled: track !== null })
  const onDevice = useLocalSubtitles(track?.workId)
  const found = useMemo(
    // Subtitles on this device work without the work's folders, as when offline.
    () =>
      track && (tree.data || onDevice.files.length > 0)
        ? subtitleFiles(tree.data ?? [], track.hash, track.title, onDevice.files)
        : null,
    [track, tree.data, onDevice.files],
  )
  const wanted = useMemo(() => {
    const files = found?.files ?? []
    if (extent === 'all') return files
    const own = files.find(({ id }) => id === choice.lyric)
    // If the listener chose one, only that is needed.
    return own ? [own] : files.filter(isSelectable).slice(0, MAX_AUTO_READ_SUBTITLES)
  }, [found, extent, choice.lyric])
  const readings = useQuery({
    queryKey: ['subtitles', wanted.map(({ id }) => id)],
    queryFn: ({ signal }) => readFiles(queryClient, wanted, signal),
    // Another choice among files already read is shown at once.
    initialData: () => readingsAtHand(queryClient, wanted),
    enabled: wanted.length > 0,
    structuralSharing: false,
  })

  const durationSeconds = found?.audio?.durationSeconds ?? track?.durationSeconds ?? knownSeconds
  const name = found?.audio?.name ?? track?.title ?? ''
  const candidates = useMemo(
    () => rankCandidates({ name, durationSeconds }, wanted, readings.data ?? noReadings, opened),
    [name, durationSeconds, wanted, readings.data, opened],
  )
  return {
    track,
    candidates,
    isPending: tree.isLoading || onDevice.isPending || readings.isLoading,
    isFailed: tree.isError || onDevice.isFailed,
    chosen: chosenCandidate(candidates, choice.lyric),
  }
}

const noReadings: ReadonlyMap<string, Reading> = new Map()
const noFiles: readonly LocalSubtitle[] = []

type OnDevice = { files: readonly LocalSubtitle[]; isPending: boolean; isFailed: boolean }

/** The subtitles of a work on this device. Opens the database only for works that have some. */
function useLocalSubtitles(workId: number | undefined): OnDevice {
  const hasSome = useSettings(hasLocalSubtitles(workId ?? 0))
  const query = useQuery({ ...localSubtitleQueries.ofWork(workId ?? 0), enabled: hasSome })
  return { files: (hasSome && query.data) || noFiles, isPending: query.isLoading, isFailed: hasSome && query.isError }
}

/** The current track's lyrics as shown. */
export type Lyrics = Candidates & {
  cues: readonly Cue[] | null
  language: string | null
  offsetSeconds: number
}

export function useLyrics(): Lyrics {
  const found = useCandidates('likely')
  const { offsetSeconds } = useChoice(found.track?.hash)
  const { cues = null, language = null } = found.chosen?.reading ?? {}
  return { ...found, cues, language, offsetSeconds }
}
