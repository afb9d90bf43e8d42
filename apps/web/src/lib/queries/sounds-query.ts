import { listSounds } from '@otodana/contract'
import { queryOptions } from '@tanstack/react-query'

import type { Api } from '../api/api.ts'

/** Measuring goes on in the background: what is missing now may be there later. */
const STALE_MS = 5 * 60_000
/** An evening of listening; a track's waveform is a kilobyte. */
const KEEP_MS = 60 * 60_000

export const SOUNDS = 'sounds'

/** Waveform and loudness of a work's tracks, as far as they have been measured. */
export function soundsQuery(api: Api, workId: number) {
  return queryOptions({
    queryKey: [SOUNDS, workId],
    queryFn: ({ signal }) => api(listSounds, { params: { id: String(workId) } }, { signal }),
    staleTime: STALE_MS,
    gcTime: KEEP_MS,
  })
}
