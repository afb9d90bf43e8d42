import { deviceId } from '#features/playback-positions/index.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'

import type { HeardTrack } from './history-log.ts'

/** The server's limit. */
const MAX_SECONDS_AGO = 10 * 366 * 86_400

/** Returns the body that saves tracks heard on this device. */
export function heardBody(tracks: readonly HeardTrack[], nowMs: number) {
  const secondsAgo = (ms: number) => Math.min(Math.max(0, (nowMs - ms) / 1_000), MAX_SECONDS_AGO)
  return {
    deviceId: deviceId(deviceStorage),
    tracks: tracks.map(({ hash, day, firstMs, lastMs, heardSeconds, seconds, durationSeconds }) => ({
      hash,
      day,
      firstSecondsAgo: secondsAgo(firstMs),
      lastSecondsAgo: secondsAgo(lastMs),
      heardSeconds,
      seconds,
      durationSeconds,
    })),
  }
}
