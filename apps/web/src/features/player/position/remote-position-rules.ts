/** Rules for remote positions, as pure functions. */
import type { DevicePosition } from '#lib/queries/playback-positions-query.ts'

import { isSamePosition } from './position-rules.ts'
import type { TrackPosition } from './positions.ts'

/** The listener's answers about the remote positions of one track. */
export type RemotePositionAnswer = {
  /** Positions up to this time, by the server's clock, have been answered. */
  settledMs: number
  /** The time of the local position, by its own clock, when the question was shown and left open. */
  askedMs: number | null
}
export const noAnswer: RemotePositionAnswer = { settledMs: 0, askedMs: null }

/** Closer than this there is no need to seek. */
const THERE_SECONDS = 1

type Situation = {
  /** The local position; null if the track was never played here. */
  own: TrackPosition | null
  /** The current position in seconds. */
  nowSeconds: number
  /** The positions of this track on all devices. */
  places: readonly DevicePosition[]
  deviceId: string
  answer: RemotePositionAnswer
}

/**
 * Decides what to do about a remote position: ask, or seek there if no local position would be lost. null if it is
 * older than the local one, close to it, already answered, or at the end of the track.
 */
export function decideRemotePosition({ own, nowSeconds, places, deviceId, answer }: Situation): Decision | null {
  // A device that has lost its own position treats the server's copy as another device's.
  const others = own ? places.filter(({ device }) => device.id !== deviceId) : places
  const latest = others.reduce<DevicePosition | null>(
    (one, other) => (one && one.atMs >= other.atMs ? one : other),
    null,
  )
  if (!latest || latest.seconds === 0 || latest.serverMs <= answer.settledMs) return null
  // Finished or never played here: there is no local position to lose.
  if (!own || own.seconds === 0) {
    const isNews = (!own || latest.atMs > own.atMs) && Math.abs(latest.seconds - nowSeconds) >= THERE_SECONDS
    return isNews ? { asks: false, place: latest } : null
  }
  if (isSamePosition(latest.seconds, nowSeconds)) return null
  // Playing on with the question open does not answer it.
  const ownMs = Math.min(own.atMs, answer.askedMs ?? Infinity)
  return latest.atMs > ownMs ? { asks: true, place: latest } : null
}
export type Decision = { asks: boolean; place: DevicePosition }
