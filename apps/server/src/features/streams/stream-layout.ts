import type { ByteRange } from '#http/sending/byte-range.ts'

import type { StreamFormat } from './stream-format.ts'

/** Where everything lies in a stream of one length; chunks are counted from 0. */
export type StreamLayout = {
  format: StreamFormat
  header: Buffer
  packets: number
  chunks: number
  sizeBytes: number
}

/** Encoders hand out sound later than it came in; a packet more holds what they kept back. */
const DELAY_PACKETS = 1

export function layoutOf(format: StreamFormat, durationSeconds: number): StreamLayout {
  const packets = Math.ceil(durationSeconds / format.packetSeconds) + DELAY_PACKETS
  const header = format.header(packets, durationSeconds)
  return {
    format,
    header,
    packets,
    chunks: Math.ceil(packets / format.chunkPackets),
    sizeBytes: header.length + format.bodyBytes(packets),
  }
}

/** The packets of a chunk: the number of its first one, and how many they are. */
export function chunkPackets({ format, packets }: StreamLayout, chunk: number): { first: number; count: number } {
  const first = chunk * format.chunkPackets
  return { first, count: Math.max(0, Math.min(format.chunkPackets, packets - first)) }
}

/** The chunk's place in the stream, both ends included. */
export function chunkRange(layout: StreamLayout, chunk: number): ByteRange {
  const { first, count } = chunkPackets(layout, chunk)
  const start = layout.header.length + layout.format.bodyBytes(first)
  return { start, end: layout.header.length + layout.format.bodyBytes(first + count) - 1 }
}

/** The chunk that a byte behind the header lies in. */
export function chunkAt(layout: StreamLayout, position: number): number {
  const chunkBytes = layout.format.bodyBytes(layout.format.chunkPackets)
  return Math.floor((position - layout.header.length) / chunkBytes)
}
