import { listSounds } from '@otodana/contract'
import { queryOptions } from '@tanstack/react-query'

import type { Api } from '../api/api.ts'

/** Measuring continues in the background, so missing ones may be available later. */
const STALE_MS = 5 * 60_000
/** An evening of listening; a track's waveform takes a kilobyte. */
const KEEP_MS = 60 * 60_000

export const SOUNDS = 'sounds'

/** Waveform and loudness of a work's tracks, as far as measured. */
export function soundsQuery(api: Api, workId: number) {
  return queryOptions({
    queryKey: [SOUNDS, workId],
    queryFn: ({ signal }) => api(listSounds, { params: { id: String(workId) } }, { signal }),
    staleTime: STALE_MS,
    gcTime: KEEP_MS,
  })
}
