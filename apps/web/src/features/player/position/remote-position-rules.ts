/** Where tracks were left on other devices: rules as functions of data. */
import type { DevicePlace } from '#lib/places-query.ts'

import { isSamePosition } from './position-rules.ts'
import type { TrackPosition } from './positions.ts'

/** What the listener has said of other devices' places of one track. */
export type Noted = {
  /** He knows of those that were left until then, by the server's clock. */
  settledMs: number
  /** The age of this device's place, by its own clock, when he was asked and has not answered. */
  askedMs: number | null
}
export const nothingNoted: Noted = { settledMs: 0, askedMs: null }

/** Nearer than this, it is there already. */
const THERE_SECONDS = 1

type Known = {
  /** Where this device left the track; null if it was never heard here. */
  own: TrackPosition | null
  /** Where it is now, seconds. */
  nowSeconds: number
  /** Of this track, on any device. */
  places: readonly DevicePlace[]
  deviceId: string
  noted: Noted
}

/**
 * What to do about where a track was left elsewhere: ask the listener, or go there where no place of this device would be
 * lost, however near the start; null when it is older than this device's place, hardly away from it, settled, or the end.
 */
export function decideRemotePosition({ own, nowSeconds, places, deviceId, noted }: Known): Decision | null {
  // A device that has forgotten its own place is like another.
  const others = own ? places.filter(({ device }) => device.id !== deviceId) : places
  const latest = others.reduce<DevicePlace | null>((one, other) => (one && one.atMs >= other.atMs ? one : other), null)
  if (!latest || latest.seconds === 0 || latest.serverMs <= noted.settledMs) return null
  // Heard to its end, or not at all: there is nothing here to come back to.
  if (!own || own.seconds === 0) {
    const isNews = (!own || latest.atMs > own.atMs) && Math.abs(latest.seconds - nowSeconds) >= THERE_SECONDS
    return isNews ? { asks: false, place: latest } : null
  }
  if (isSamePosition(latest.seconds, nowSeconds)) return null
  // What was heard here after an unanswered question does not answer it.
  const ownMs = Math.min(own.atMs, noted.askedMs ?? Infinity)
  return latest.atMs > ownMs ? { asks: true, place: latest } : null
}
export type Decision = { asks: boolean; place: DevicePlace }
