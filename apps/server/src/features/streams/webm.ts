/**
 * The subset of WebM for a stream of equally sized Opus packets. The size of every part follows from the number of
 * packets, so the file's layout is known before its first packet is generated.
 */

const ID = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cues: 0x1c53bb6b,
  cluster: 0x1f43b675,
} as const

const TRACK = 1
const OPUS_PRE_SKIP = 312
const SAMPLE_RATE = 48_000
const SEEK_PRE_ROLL_NS = 80_000_000
/** Id, 8-byte size, and the 8-byte time with its own head of 3 bytes. */
const CLUSTER_HEAD_BYTES = 4 + 8 + 2 + 8
/** Id, 4-byte size, track, 2-byte time, flags. */
const BLOCK_HEAD_BYTES = 1 + 4 + 1 + 2 + 1
const CUE_BYTES = 23
const CUES_HEAD_BYTES = 12

export type WebmShape = {
  packets: number
  packetBytes: number
  /** Whole milliseconds. */
  packetMs: number
  packetsPerCluster: number
  durationMs: number
}

function clusterBytes({ packetBytes }: WebmShape, packets: number): number {
  return packets === 0 ? 0 : CLUSTER_HEAD_BYTES + packets * (BLOCK_HEAD_BYTES + packetBytes)
}

/** Size of the first `packets` packets in clusters; they end with a cluster or the stream. */
export function bodyBytes(shape: WebmShape, packets: number): number {
  const whole = Math.floor(packets / shape.packetsPerCluster)
  return whole * clusterBytes(shape, shape.packetsPerCluster) + clusterBytes(shape, packets % shape.packetsPerCluster)
}

/** Returns everything before the first cluster: type, duration, and the position of each cluster. */
export function webmHeader(shape: WebmShape): Buffer {
  const ebml = element(ID.ebml, [
    element(0x4286, [uint(1, 1)]),
    element(0x42f7, [uint(1, 1)]),
    element(0x42f2, [uint(4, 1)]),
    element(0x42f3, [uint(8, 1)]),
    element(0x4282, [Buffer.from('webm')]),
    element(0x4287, [uint(4, 1)]),
    element(0x4285, [uint(2, 1)]),
  ])
  const info = element(ID.info, [
    element(0x2ad7b1, [uint(1_000_000, 3)]),
    element(0x4489, [double(shape.durationMs)]),
    element(0x4d80, [Buffer.from('Otodana')]),
    element(0x5741, [Buffer.from('Otodana')]),
  ])
  const tracks = element(ID.tracks, [
    element(0xae, [
      element(0xd7, [uint(TRACK, 1)]),
      element(0x73c5, [uint(TRACK, 1)]),
      element(0x83, [uint(2, 1)]),
      element(0x9c, [uint(0, 1)]),
      element(0x86, [Buffer.from('A_OPUS')]),
      element(0x63a2, [opusHead()]),
      element(0x56aa, [uint(Math.round((OPUS_PRE_SKIP * 1e9) / SAMPLE_RATE), 4)]),
      element(0x56bb, [uint(SEEK_PRE_ROLL_NS, 4)]),
      element(0xe1, [element(0xb5, [double(SAMPLE_RATE)]), element(0x9f, [uint(2, 1)])]),
    ]),
  ])
  const clusters = Math.ceil(shape.packets / shape.packetsPerCluster)
  const cuesBytes = CUES_HEAD_BYTES + clusters * CUE_BYTES
  const seek = (id: number, position: number) =>
    element(0x4dbb, [element(0x53ab, [uint(id, 4)]), element(0x53ac, [uint(position, 8)])])
  const seekHeadBytes = element(ID.seekHead, [seek(0, 0), seek(0, 0), seek(0, 0)]).length
  const infoAt = seekHeadBytes
  const tracksAt = infoAt + info.length
  const cuesAt = tracksAt + tracks.length
  const firstClusterAt = cuesAt + cuesBytes
  const seekHead = element(ID.seekHead, [seek(ID.info, infoAt), seek(ID.tracks, tracksAt), seek(ID.cues, cuesAt)])
  const cue = (index: number) => {
    const position = firstClusterAt + index * clusterBytes(shape, shape.packetsPerCluster)
    return element(0xbb, [
      element(0xb3, [uint(index * shape.packetsPerCluster * shape.packetMs, 4)]),
      element(0xb7, [element(0xf7, [uint(TRACK, 1)]), element(0xf1, [uint(position, 8)])]),
    ])
  }
  const cues = Buffer.concat([
    head(ID.cues, clusters * CUE_BYTES, 8),
    ...Array.from({ length: clusters }, (_, index) => cue(index)),
  ])
  const segmentBytes = firstClusterAt + bodyBytes(shape, shape.packets)
  return Buffer.concat([ebml, head(ID.segment, segmentBytes, 8), seekHead, info, tracks, cues])
}

/** Writes packets in clusters; `first` is the number of the first one, which starts a cluster. */
export function webmClusters(shape: WebmShape, first: number, packets: readonly Buffer[]): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < packets.length; at += shape.packetsPerCluster) {
    const inside = packets.slice(at, at + shape.packetsPerCluster)
    parts.push(
      head(ID.cluster, clusterBytes(shape, inside.length) - 12, 8),
      element(0xe7, [uint((first + at) * shape.packetMs, 8)]),
    )
    inside.forEach((packet, index) => parts.push(blockHead(shape, index), packet))
  }
  return Buffer.concat(parts)
}

function blockHead({ packetBytes, packetMs }: WebmShape, index: number): Buffer {
  const IS_KEY_FRAME = 0x80
  const fields = Buffer.alloc(4)
  fields.writeUInt8(0x80 | TRACK, 0)
  fields.writeInt16BE(index * packetMs, 1)
  fields.writeUInt8(IS_KEY_FRAME, 3)
  return Buffer.concat([head(0xa3, fields.length + packetBytes, 4), fields])
}

function opusHead(): Buffer {
  const bytes = Buffer.alloc(19)
  bytes.write('OpusHead', 0)
  bytes.writeUInt8(1, 8)
  bytes.writeUInt8(2, 9)
  bytes.writeUInt16LE(OPUS_PRE_SKIP, 10)
  bytes.writeUInt32LE(SAMPLE_RATE, 12)
  return bytes
}

function element(id: number, content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([head(id, body.length, body.length < 127 ? 1 : 8), body])
}

/** An id and a size of one, four or eight bytes, encoded in its first byte. */
function head(id: number, sizeBytes: number, width: 1 | 4 | 8): Buffer {
  const size = Buffer.alloc(width)
  if (width === 1) size.writeUInt8(0x80 | sizeBytes)
  else if (width === 4) size.writeUInt32BE(0x10000000 + sizeBytes)
  else size.writeBigUInt64BE((1n << 56n) | BigInt(sizeBytes))
  const idBytes = id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1
  return Buffer.concat([uint(id, idBytes), size])
}

function uint(value: number, width: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes.subarray(8 - width)
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}
