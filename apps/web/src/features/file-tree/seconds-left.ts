import type { TrackFile } from '@otodana/contract'

import type { TrackPosition } from '#features/player/index.ts'

/** Returns the seconds of a track that are still to be heard, 0 if it was finished; undefined if its length is unknown. */
export function secondsLeft(
  { hash, duration }: Pick<TrackFile, 'hash' | 'duration'>,
  positions: readonly TrackPosition[],
): number | undefined {
  if (duration === undefined) return undefined
  const position = positions.findLast((one) => one.hash === hash)
  return position?.seconds === 0 ? 0 : Math.max(0, duration - (position?.seconds ?? 0))
}
