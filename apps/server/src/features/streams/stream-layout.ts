import type { ByteRange } from '@otodana/contract'

import type { StreamFormat } from './stream-format.ts'

/** The layout of a stream of a given duration; chunks are counted from 0. */
export type StreamLayout = {
  format: StreamFormat
  header: Buffer
  packets: number
  chunks: number
  sizeBytes: number
}

/** Encoders delay audio; an additional packet contains the rest. */
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

/** Returns the number of a chunk's first packet, and their count. */
export function chunkPackets({ format, packets }: StreamLayout, chunk: number): { first: number; count: number } {
  const first = chunk * format.chunkPackets
  return { first, count: Math.max(0, Math.min(format.chunkPackets, packets - first)) }
}

/** Returns the chunk's byte range in the stream, inclusive. */
export function chunkRange(layout: StreamLayout, chunk: number): ByteRange {
  const { first, count } = chunkPackets(layout, chunk)
  const start = layout.header.length + layout.format.bodyBytes(first)
  return { start, end: layout.header.length + layout.format.bodyBytes(first + count) - 1 }
}

/** Returns the chunk that contains a byte after the header. */
export function chunkAt(layout: StreamLayout, position: number): number {
  const chunkBytes = layout.format.bodyBytes(layout.format.chunkPackets)
  return Math.floor((position - layout.header.length) / chunkBytes)
}
