/** Which of a track's two streams plays: rules as functions of data. */
import type { QualityBehavior } from '#features/settings/index.ts'

import type { QueueTrack } from '../queue/queue.ts'

/** `smooth` is the smaller one, made while it is listened to; `original` is the file as it is. */
export type Stream = 'smooth' | 'original'

type Streams = Pick<QueueTrack, 'streamUrl' | 'lowQualityUrl' | 'isStreamOnly'>

/** @param isSmoothBroken  the smaller stream has just failed */
export function streamOf(
  { lowQualityUrl, isStreamOnly = false }: Streams,
  behavior: QualityBehavior,
  isSmoothBroken: boolean,
): Stream {
  return (behavior === 'fluentFirst' || isStreamOnly) && lowQualityUrl !== '' && !isSmoothBroken ? 'smooth' : 'original'
}

/**
 * Where a stream of a track is.
 *
 * @param playsOpus  Opus in WebM can be played: it sounds better at the same size than what is sent unasked
 */
export function addressOf({ streamUrl, lowQualityUrl }: Streams, stream: Stream, playsOpus: boolean): string {
  if (stream === 'original') return streamUrl
  return playsOpus ? `${lowQualityUrl}${lowQualityUrl.includes('?') ? '&' : '?'}format=opus` : lowQualityUrl
}
