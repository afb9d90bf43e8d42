import { dropAtHand, findAtHand, isOutdated } from '#lib/kept/at-hand.ts'

import type { QueueTrack } from '../queue/queue.ts'
import { addressOf, type Stream } from './quality.ts'

/** Sound that is kept on this device. */
export type KeptSources = {
  /**
   * Returns the address of a track's sound on this device, or null.
   *
   * @param isUnreachable  the network has just failed
   */
  find: (track: QueueTrack, stream: Stream, isUnreachable: boolean) => string | null
  /** Drops a source that could not be played. */
  drop: (address: string) => void
}

export const noKeptSources: KeptSources = { find: () => null, drop: () => {} }

/**
 * Prefers the wanted stream. If it is not kept, but the other one is: the original also replaces the small stream, which
 * costs nothing and sounds better; the small one replaces the original only if there is no network. So does an older version.
 */
export function keptSources(playsOpus: boolean): KeptSources {
  return {
    find(track, stream, isUnreachable) {
      const isCutOff = isUnreachable || !navigator.onLine
      const findIn = (each: Stream) => {
        const address = findAtHand(addressOf(track, each, playsOpus))
        return address !== null && (isCutOff || !isOutdated(address)) ? address : null
      }
      const wanted = findIn(stream)
      if (wanted !== null) return wanted
      const isReplaced = stream === 'smooth' ? !track.isStreamOnly : isCutOff
      return isReplaced ? findIn(stream === 'smooth' ? 'original' : 'smooth') : null
    },
    drop: dropAtHand,
  }
}
