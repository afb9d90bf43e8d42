import type { Sendable } from '#http/sending/send-bytes.ts'

import { streamFormats } from './stream-format.ts'

/**
 * Returns the rest of an MP3 stream from a moment on, as a stream of its own. MP3 alone has no head that would have to
 * be repeated.
 *
 * @param seconds  beyond the end: the last packet
 */
export function fromSecond(stream: Sendable, seconds: number): Sendable {
  const { packetBytes, packetSeconds } = streamFormats.mp3
  const packet = Math.min(Math.floor(seconds / packetSeconds), stream.sizeBytes / packetBytes - 1)
  const skipped = Math.max(packet, 0) * packetBytes
  return {
    ...stream,
    sizeBytes: stream.sizeBytes - skipped,
    etag: stream.etag.replace(/"$/, `-${skipped}"`),
    open: ({ start, end }) => stream.open({ start: start + skipped, end: end + skipped }),
  }
}
