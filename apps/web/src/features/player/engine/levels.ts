/** How loud a track plays when all are to be as loud as each other: rules as functions of data. */
import type { FileSound } from '@otodana/contract'

/** What all tracks come near to: that of ReplayGain 2, which leaves most recordings of voices room to be raised. */
export const TARGET_LUFS = -18
/** No raised peak comes nearer to full scale than this. */
const CEILING_DBTP = -1
/** A recording that is nearly silent is left so: raised further, its noise would be what is heard. */
const MAX_RAISE_DB = 12
const MAX_LOWER_DB = 24

/**
 * The factor that a track's volume is multiplied by: to be as loud as the target, but never so that it clips, and raised
 * only where the peak is known.
 *
 * @param sound  undefined while it has not been measured
 */
export function levelOf(sound: Pick<FileSound, 'loudness' | 'truePeak'> | undefined): number {
  if (!sound || sound.loudness === null) return 1
  const wanted = TARGET_LUFS - sound.loudness
  const room = sound.truePeak === null ? 0 : CEILING_DBTP - sound.truePeak
  const decibels = wanted > 0 ? Math.min(wanted, MAX_RAISE_DB, Math.max(0, room)) : Math.max(wanted, -MAX_LOWER_DB)
  return factorOf(decibels)
}

export function factorOf(decibels: number): number {
  return 10 ** (decibels / 20)
}

export function decibelsOf(factor: number): number {
  return 20 * Math.log10(factor)
}

/** On the way from one level to another, evenly to the ear. @param share 0 to 1 */
export function levelBetween(from: number, to: number, share: number): number {
  return share >= 1 ? to : from * (to / from) ** Math.max(0, share)
}
