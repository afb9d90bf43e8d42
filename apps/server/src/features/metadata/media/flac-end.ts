import type { EarlyEnd } from './early-end.ts'
import type { MediaFile } from './media-file.ts'

const MIN_TAIL_BYTES = 64 * 1024
const MAX_TAIL_BYTES = 4 * 1024 * 1024
/** More than a real tail contains by chance. */
const MAX_CANDIDATES = 500
/** A header, one constant sample and the checksum take more. */
const MIN_FRAME_BYTES = 8

type Stream = { rate: number; samples: number; blockSize: number; maxFrameBytes: number }

/** A frame: its offset in the tail, and its samples from and to. */
type Frame = { at: number; from: number; to: number }

/**
 * Compares the number of samples in a FLAC file's header with the end of its last frame. A frame only counts if the
 * previous one's checksum ends right before it, to exclude bytes that resemble a header by chance.
 */
export async function flacEnd(file: MediaFile): Promise<EarlyEnd | null> {
  const stream = readStream(await file.read(0, 42))
  if (!stream) return null
  const wanted = Math.min(MAX_TAIL_BYTES, Math.max(MIN_TAIL_BYTES, stream.maxFrameBytes * 3))
  const length = Math.min(wanted, file.size)
  const tail = await file.read(file.size - length, length)
  if (tail.every((byte) => byte === 0)) return { problem: 'The end of the file is empty: it was not copied to its end' }
  const frame = lastFrame(tail, stream) ?? (length === file.size ? { at: 0, from: 0, to: 0 } : null)
  // A file that was read entirely and has no frame was cut off before its audio.
  if (!frame || (frame.to >= stream.samples && isWhole(tail.subarray(frame.at)))) return null
  const seconds = frame.from / stream.rate
  const all = stream.samples / stream.rate
  return { problem: `The file ends early: ${seconds.toFixed(1)} of ${all.toFixed(1)} s are there`, seconds }
}

function readStream(head: Uint8Array): Stream | null {
  // STREAMINFO is the first block.
  if (head.length < 42 || (head[4]! & 0x7f) !== 0) return null
  const view = new DataView(head.buffer, head.byteOffset, head.length)
  const rate = view.getUint32(18) >>> 12
  const samples = (view.getUint8(21) & 15) * 2 ** 32 + view.getUint32(22)
  if (rate === 0 || samples === 0) return null
  return { rate, samples, blockSize: view.getUint16(10), maxFrameBytes: view.getUint32(14) & 0xffffff }
}

function lastFrame(tail: Uint8Array, stream: Stream): Frame | null {
  const later: Frame[] = []
  for (let at = tail.lastIndexOf(0xff); at !== -1 && later.length < MAX_CANDIDATES; at = lastBefore(tail, at)) {
    const frame = frameAt(tail, at, stream)
    if (!frame) continue
    const next = later.find(({ from }) => from === frame.to)
    if (next && crc16(tail.subarray(at, next.at)) === 0) return next
    later.push(frame)
  }
  // The first frame may be the only one.
  return later.find(({ from }) => from === 0) ?? null
}

function lastBefore(tail: Uint8Array, at: number): number {
  return at === 0 ? -1 : tail.lastIndexOf(0xff, at - 1)
}

/** Bytes that the sample rate takes after the header, by its code; 15 is invalid. */
const RATE_BYTES = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2]

function frameAt(bytes: Uint8Array, at: number, stream: Stream): Frame | null {
  const second = bytes[at + 1]
  const third = bytes[at + 2]
  if (second === undefined || third === undefined || (second & 0xfe) !== 0xf8) return null
  const number = readNumber(bytes, at + 4)
  const rateBytes = RATE_BYTES[third & 15]
  if (!number || rateBytes === undefined) return null
  const size = third >> 4
  const sizeBytes = size === 6 ? 1 : size === 7 ? 2 : 0
  const end = number.end + sizeBytes + rateBytes
  if (end >= bytes.length || crc8(bytes.subarray(at, end)) !== bytes[end]) return null
  const samples = samplesOf(size, bytes, number.end)
  if (samples === 0) return null
  // Streams with a fixed block size number frames, others samples.
  const from = second & 1 ? number.value : number.value * stream.blockSize
  return { at, from, to: from + samples }
}

function samplesOf(code: number, bytes: Uint8Array, at: number): number {
  if (code === 1) return 192
  if (code >= 2 && code <= 5) return 576 << (code - 2)
  if (code === 6) return bytes[at]! + 1
  if (code === 7) return ((bytes[at]! << 8) | bytes[at + 1]!) + 1
  return code >= 8 ? 256 << (code - 8) : 0
}

/** A number of up to 36 bits in UTF-8 encoding. */
function readNumber(bytes: Uint8Array, at: number): { value: number; end: number } | null {
  const first = bytes[at]
  if (first === undefined) return null
  if (first < 0x80) return { value: first, end: at + 1 }
  const length = Math.clz32(~(first << 24))
  if (length < 2 || length > 7 || at + length > bytes.length) return null
  let value = first & (0x7f >> length)
  for (let index = at + 1; index < at + length; index++) {
    const byte = bytes[index]!
    if ((byte & 0xc0) !== 0x80) return null
    value = value * 64 + (byte & 0x3f)
  }
  return { value, end: at + length }
}

function crcTable(bits: 8 | 16, polynomial: number): Uint16Array {
  const top = 1 << (bits - 1)
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let crc = byte << (bits - 8)
    for (let bit = 0; bit < 8; bit++) crc = crc & top ? (crc << 1) ^ polynomial : crc << 1
    return crc & (2 ** bits - 1)
  })
}
const table8 = crcTable(8, 0x07)
const table16 = crcTable(16, 0x8005)

function crc8(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = table8[crc ^ byte]!
  return crc
}

/** Whether a frame starts here and its checksum is found; tags may follow it. */
function isWhole(bytes: Uint8Array): boolean {
  let crc = 0
  return bytes.some((byte, index) => {
    crc = next16(crc, byte)
    return crc === 0 && index > MIN_FRAME_BYTES
  })
}

/** 0 for a frame including its own checksum. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = next16(crc, byte)
  return crc
}

function next16(crc: number, byte: number): number {
  return ((crc << 8) & 0xffff) ^ table16[(crc >> 8) ^ byte]!
}
