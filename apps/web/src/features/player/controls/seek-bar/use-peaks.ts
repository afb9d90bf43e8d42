import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

import { soundsQuery } from '#lib/queries/sounds-query.ts'

import { useCurrentTrack } from '../../use-player.ts'
import { peaksFrom } from './waveform.ts'

/** Returns the current track's waveform, or null if it has none or it is not loaded yet. */
export function usePeaks(): Uint8Array | null {
  const { api } = useRouter().options.context
  const track = useCurrentTrack()
  const { data } = useQuery({ ...soundsQuery(api, track?.workId ?? 0), enabled: track !== null })
  const waveform = data?.sounds.find(({ hash }) => hash === track?.hash)?.waveform
  return useMemo(() => {
    const peaks = peaksFrom(waveform ?? '')
    return peaks.length > 0 ? peaks : null
  }, [waveform])
}
