import type { MediaFile } from './media-file.ts'

const TAIL_BYTES = 64 * 1024
/** A page has at most 65,307 bytes; the rest allows for damage or padding at the end. */
const MAX_TAIL_BYTES = 1024 * 1024

/**
 * Determines the duration of an Ogg file (Opus, Vorbis, FLAC, Speex) by the position of its last page.
 *
 * @returns seconds, or null if the first stream's last page is not near the end
 */
export async function oggDuration(file: MediaFile): Promise<number | null> {
  const head = await file.read(0, 512)
  const stream = readFirstPage(head)
  if (!stream) return null
  for (let length = TAIL_BYTES; length <= MAX_TAIL_BYTES; length *= 4) {
    const tail = await file.read(Math.max(0, file.size - length), Math.min(length, file.size))
    const position = lastPosition(tail, stream.serial)
    if (position !== null) return Math.max(0, position - stream.preSkip) / stream.rate
    if (length >= file.size) return null
  }
  return null
}

type Stream = { serial: number; rate: number; preSkip: number }

function readFirstPage(head: Uint8Array): Stream | null {
  if (head.length < 58) return null
  const view = new DataView(head.buffer, head.byteOffset, head.length)
  const serial = view.getUint32(14, true)
  const at = 27 + view.getUint8(26)
  if (at + 40 > head.length) return null
  const name = Buffer.from(head.subarray(at, at + 8)).toString('latin1')
  // Opus positions are at 48 kHz regardless of the input.
  if (name === 'OpusHead') return { serial, rate: 48_000, preSkip: view.getUint16(at + 10, true) }
  const rate = sampleRate(name, view, at)
  return rate > 0 ? { serial, rate, preSkip: 0 } : null
}

function sampleRate(name: string, view: DataView, at: number): number {
  if (name.startsWith('\u0001vorbis')) return view.getUint32(at + 12, true)
  if (name.startsWith('\u007fFLAC')) return view.getUint32(at + 27) >>> 12
  if (name === 'Speex   ') return view.getUint32(at + 36, true)
  return 0
}

function lastPosition(tail: Uint8Array, serial: number): number | null {
  const buffer = Buffer.from(tail.buffer, tail.byteOffset, tail.length)
  for (let at = buffer.lastIndexOf('OggS'); at !== -1; at = at === 0 ? -1 : buffer.lastIndexOf('OggS', at - 1)) {
    if (at + 18 > buffer.length || buffer[at + 4] !== 0 || buffer.readUInt32LE(at + 14) !== serial) continue
    const position = buffer.readBigInt64LE(at + 6)
    // -1: no packet ends on this page.
    if (position >= 0n && position < 1n << 53n) return Number(position)
  }
  return null
}
