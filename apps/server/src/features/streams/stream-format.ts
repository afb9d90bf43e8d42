import type { LowQualityFormat } from '@otodana/contract'

import { bodyBytes, type WebmShape, webmClusters, webmHeader } from './webm.ts'

/**
 * An audio format whose packets all have the same size and duration. So the size of a stream, and the position of each
 * moment, follow from its duration alone: byte ranges can be requested before any of it is generated. See ADR 0017.
 */
export type StreamFormat = {
  name: LowQualityFormat
  mime: string
  packetBytes: number
  packetSeconds: number
  /** Packets per chunk; a chunk lasts `CHUNK_SECONDS`. */
  chunkPackets: number
  /** Packets generated before a chunk and discarded, so that the encoder has settled and no seam is audible. */
  leadPackets: number
  /** ffmpeg arguments for raw consecutive packets. */
  encoderArguments: readonly string[]
  header(packets: number, durationSeconds: number): Buffer
  /** Size of the first `packets` packets without header; they end with a chunk or the stream. */
  bodyBytes(packets: number): number
  /** @param first  number of the first packet, which starts a chunk */
  wrap(first: number, packets: readonly Buffer[]): Buffer
}

/** Short enough that the first one is ready at once, long enough that starting ffmpeg costs little. */
const CHUNK_SECONDS = 12

const opusShape = (packets: number, durationSeconds: number): WebmShape => ({
  packets,
  packetBytes: 200,
  packetMs: 20,
  packetsPerCluster: 200,
  durationMs: durationSeconds * 1_000,
})

const opus: StreamFormat = {
  name: 'opus',
  mime: 'audio/webm; codecs=opus',
  // 80 kbit/s
  packetBytes: 200,
  packetSeconds: 0.02,
  chunkPackets: CHUNK_SECONDS / 0.02,
  leadPackets: 25,
  encoderArguments: ['-c:a', 'libopus', '-b:a', '80k', '-vbr', 'off', '-frame_duration', '20', '-f', 'data'],
  header: (packets, durationSeconds) => webmHeader(opusShape(packets, durationSeconds)),
  bodyBytes: (packets) => bodyBytes(opusShape(packets, 0), packets),
  wrap: (first, packets) => webmClusters(opusShape(0, 0), first, packets),
}

const mp3: StreamFormat = {
  name: 'mp3',
  mime: 'audio/mpeg',
  // 96 kbit/s. At 48 kHz packets need no padding, and without the bit reservoir they are independent.
  packetBytes: 288,
  packetSeconds: 0.024,
  chunkPackets: CHUNK_SECONDS / 0.024,
  leadPackets: 21,
  encoderArguments: ['-c:a', 'libmp3lame', '-b:a', '96k', '-reservoir', '0', '-f', 'data'],
  header: () => Buffer.alloc(0),
  bodyBytes: (packets) => packets * 288,
  wrap: (_first, packets) => Buffer.concat(packets),
}

export const streamFormats: Readonly<Record<LowQualityFormat, StreamFormat>> = { opus, mp3 }

/** Between ffmpeg's input and output: the first audio stream in stereo, without metadata that changes daily. */
export const soundArguments: readonly string[] =
  '-map 0:a:0 -vn -sn -dn -map_metadata -1 -ac 2 -ar 48000 -fflags +bitexact -flags:a +bitexact -threads 1'.split(' ')
