/** Rules for levelling the loudness of tracks, as pure functions. */
import type { FileSound } from '@otodana/contract'

/** The target loudness: that of ReplayGain 2, which leaves room to raise most voice recordings. */
export const TARGET_LUFS = -18
/** The highest peak that a raise may cause. */
const CEILING_DBTP = -1
/** The limit of a raise: in a nearly silent recording, more would mostly amplify noise. */
const MAX_RAISE_DB = 12
const MAX_LOWER_DB = 24

/**
 * Returns the factor for a track's volume that brings it to the target without clipping. A track is raised only if its
 * peak is known.
 *
 * @param sound undefined while it has not been measured
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

/** Interpolates between two levels, linearly in decibels. @param share 0 to 1 */
export function levelBetween(from: number, to: number, share: number): number {
  return share >= 1 ? to : from * (to / from) ** Math.max(0, share)
}
