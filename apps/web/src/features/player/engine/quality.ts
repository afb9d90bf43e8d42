/** Rules for choosing one of a track's two streams, as pure functions. */
import type { QualityBehavior } from '#features/settings/index.ts'

import type { QueueTrack } from '../queue/queue.ts'

/** `smooth` is the small one, transcoded on the fly; `original` is the file as it is. */
export type Stream = 'smooth' | 'original'

type Streams = Pick<QueueTrack, 'streamUrl' | 'lowQualityUrl' | 'isStreamOnly'>

/** @param isSmoothBroken the small stream has just failed */
export function streamOf(
  { lowQualityUrl, isStreamOnly = false }: Streams,
  behavior: QualityBehavior,
  isSmoothBroken: boolean,
): Stream {
  return (behavior === 'fluentFirst' || isStreamOnly) && lowQualityUrl !== '' && !isSmoothBroken ? 'smooth' : 'original'
}

/**
 * Returns the address of a stream of a track.
 *
 * @param playsOpus the browser plays Opus in WebM, which sounds better than the default at the same size
 */
export function addressOf({ streamUrl, lowQualityUrl }: Streams, stream: Stream, playsOpus: boolean): string {
  if (stream === 'original') return streamUrl
  return playsOpus ? `${lowQualityUrl}${lowQualityUrl.includes('?') ? '&' : '?'}format=opus` : lowQualityUrl
}

/** Whether an element plays Opus in WebM. */
export function canPlayOpus(element: Pick<HTMLAudioElement, 'canPlayType'>): boolean {
  return element.canPlayType('audio/webm; codecs=opus') !== ''
}
