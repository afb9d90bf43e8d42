import type { EarlyEnd } from './early-end.ts'
import { flacEnd } from './flac-end.ts'
import type { MediaFile } from './media-file.ts'
import { findFrames, frameAt } from './mpeg-frames.ts'
import type { Container } from './sniff.ts'

/** Longer than any Ogg page or ADTS frame, so that it contains the last complete one. */
const TAIL_BYTES = 128 * 1024
const ID3V1_BYTES = 128
const MAX_BOXES = 64

/**
 * Detects whether a file ends before its audio does, as after an aborted copy. Reads headers and the last bytes only.
 * MP3 and WAV are checked when their duration is determined.
 */
export async function findEarlyEnd(file: MediaFile, kind: Container['kind'] | null): Promise<EarlyEnd | null> {
  switch (kind) {
    case 'flac':
      return flacEnd(file)
    case 'ogg':
      return oggEnd(file)
    case 'mp4':
      return mp4End(file)
    case 'mpeg':
      return adtsEnd(file)
    default:
      return null
  }
}

/** The last page of every Ogg stream is flagged (RFC 3533). */
async function oggEnd(file: MediaFile): Promise<EarlyEnd | null> {
  const tail = await tailOf(file)
  const at = tail.lastIndexOf('OggS')
  if (at === -1 || tail[at + 4] !== 0) return null
  const segments = tail[at + 26]
  const table = segments === undefined ? null : tail.subarray(at + 27, at + 27 + segments)
  const isWhole =
    table !== null &&
    table.length === segments &&
    at + 27 + segments + table.reduce((sum, length) => sum + length, 0) <= tail.length
  if (!isWhole) return { problem: 'The file ends early, in the middle of a page' }
  return tail[at + 5]! & 4 ? null : { problem: 'The file ends early: its last page is not there' }
}

/** MP4 boxes are consecutive, each with its size. */
async function mp4End(file: MediaFile): Promise<EarlyEnd | null> {
  let at = 0
  for (let boxes = 0; boxes < MAX_BOXES && at < file.size; boxes++) {
    const header = await file.read(at, 16)
    if (header.length < 8) return null
    const view = new DataView(header.buffer, header.byteOffset, header.length)
    let size = view.getUint32(0)
    // 0: extends to the end of the file.
    if (size === 0) return null
    if (size === 1 && header.length === 16) size = Number(view.getBigUint64(8))
    if (size < 8) return null
    const isSound = Buffer.from(header.subarray(4, 8)).toString('latin1') === 'mdat'
    if (isSound && at + size > file.size) {
      return { problem: `The file ends early: ${file.size - at} of ${size} bytes are there` }
    }
    at += size
  }
  return null
}

/** ADTS has no header with the total length, so only a split frame shows it. */
async function adtsEnd(file: MediaFile): Promise<EarlyEnd | null> {
  const bytes = await tailOf(file)
  const hasId3v1 =
    bytes.length > ID3V1_BYTES && bytes.toString('latin1', bytes.length - 128, bytes.length - 125) === 'TAG'
  const tail = hasId3v1 ? bytes.subarray(0, -ID3V1_BYTES) : bytes
  let at = findFrames(tail)
  for (let frame = at === -1 ? null : frameAt(tail, at); frame?.kind === 'adts'; frame = frameAt(tail, at)) {
    at += frame.size
    if (at > tail.length) return { problem: 'The file ends early, in the middle of a frame' }
  }
  return null
}

async function tailOf(file: MediaFile): Promise<Buffer> {
  const bytes = await file.read(Math.max(0, file.size - TAIL_BYTES), Math.min(TAIL_BYTES, file.size))
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
