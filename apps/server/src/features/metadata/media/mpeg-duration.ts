import type { MediaFile } from './media-file.ts'
import { createFrameCounter, findFrames, type Frame, frameAt } from './mpeg-frames.ts'

/** How far to search for the first frame after the ID3 tags. */
const SEARCHED_BYTES = 128 * 1024
const SAMPLED_PLACES = 16
/** Counting frames reads the whole file; beyond this size the duration is extrapolated. */
const MAX_COUNTED_BYTES = 2 * 1024 * 1024 * 1024

/** Searching for frames in noise is slow, so it stops here. */
const MAX_LOST_BYTES = 8 * 1024 * 1024

export type MpegDuration = { seconds: number; problem: string | null }

/**
 * Determines the duration of an mp3 or ADTS aac file: from its Xing, Info or VBRI header; from its size if the bit rate
 * is constant; otherwise by walking from frame to frame (50 MB in about 0.1 s, compared with 5 s in music-metadata and
 * 0.8 s in ffmpeg).
 *
 * @returns null if there is no MPEG audio near the start
 */
export async function mpegDuration(file: MediaFile): Promise<MpegDuration | null> {
  const searchFrom = await afterId3v2(file)
  const head = await file.read(searchFrom, SEARCHED_BYTES)
  const offset = findFrames(head)
  if (offset === -1) return null
  const start = searchFrom + offset
  const end = file.size - ((await hasId3v1(file)) ? 128 : 0)
  const frame = frameAt(head, offset)!
  if (frame.kind === 'mpeg') {
    const header = headerDuration(head.subarray(offset), frame, end - start)
    if (header) return header
    if (await hasOneBitrate(file, frame, start, end)) {
      return { seconds: ((end - start) * 8) / frame.bitrate, problem: null }
    }
  }
  return countFrames(file, start, end)
}

async function afterId3v2(file: MediaFile): Promise<number> {
  let at = 0
  for (let tags = 0; tags < 8; tags++) {
    const header = await file.read(at, 10)
    if (header.length < 10 || Buffer.from(header.subarray(0, 3)).toString('latin1') !== 'ID3') break
    const size = (header[6]! << 21) | (header[7]! << 14) | (header[8]! << 7) | header[9]!
    at += 10 + size + (header[5]! & 0x10 ? 10 : 0)
  }
  return at < file.size ? at : 0
}

async function hasId3v1(file: MediaFile): Promise<boolean> {
  if (file.size < 128) return false
  const tag = await file.read(file.size - 128, 3)
  return tag[0] === 0x54 && tag[1] === 0x41 && tag[2] === 0x47
}

/** Reads the first frame if it is a table of contents instead of audio. */
function headerDuration(bytes: Uint8Array, frame: Frame, audioBytes: number): MpegDuration | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, Math.max(frame.size, 200)))
  const header = xing(view, frame) ?? vbri(view)
  if (!header || header.frames === 0) return null
  const samples = header.frames * frame.samples
  const seconds = Math.max(0, samples - header.silentSamples) / frame.rate
  if (header.bytes === 0) return { seconds, problem: null }
  // Concatenated files whose header covers only the first.
  if (audioBytes > header.bytes * 1.05 + 64 * 1024) return null
  if (audioBytes < header.bytes * 0.98 - 4096) {
    const problem = `The file ends early: ${audioBytes} of ${header.bytes} bytes are there`
    return { seconds: (seconds * audioBytes) / header.bytes, problem }
  }
  return { seconds, problem: null }
}

type HeaderInfo = { frames: number; bytes: number; silentSamples: number }

function xing(view: DataView, { xingOffset }: Frame): HeaderInfo | null {
  if (view.byteLength < xingOffset + 8) return null
  const name = view.getUint32(xingOffset)
  if (name !== 0x58696e67 && name !== 0x496e666f) return null
  const flags = view.getUint32(xingOffset + 4)
  let at = xingOffset + 8
  const field = (flag: number, length: number) => {
    if (!(flags & flag) || at + length > view.byteLength) return 0
    at += length
    return view.getUint32(at - length)
  }
  const frames = field(1, 4)
  const bytes = field(2, 4)
  field(4, 100)
  field(8, 4)
  // The encoder's name takes 9 bytes; 12 bytes later are the silent samples before (12 bits) and after (12 bits).
  const hasEncoder = at + 24 <= view.byteLength && /^La(?:vc|vf|me)|^LAME/.test(asciiAt(view, at))
  const gaps = hasEncoder ? view.getUint32(at + 20) & 0xffffff : 0
  return { frames, bytes, silentSamples: (gaps >> 12) + (gaps & 0xfff) }
}

function vbri(view: DataView): HeaderInfo | null {
  if (view.byteLength < 36 + 18 || view.getUint32(36) !== 0x56425249) return null
  return { frames: view.getUint32(36 + 14), bytes: view.getUint32(36 + 10), silentSamples: 0 }
}

function asciiAt(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))
}

/** Samples frames across the file, because a stream may start with seconds of silence at one bit rate. */
async function hasOneBitrate(file: MediaFile, first: Frame, start: number, end: number): Promise<boolean> {
  const step = (end - start) / SAMPLED_PLACES
  for (let place = 0; place < SAMPLED_PLACES; place++) {
    const bytes = await file.read(Math.floor(start + place * step), 8192)
    let at = findFrames(bytes)
    if (at === -1) return false
    for (let frame = frameAt(bytes, at); frame; frame = frameAt(bytes, at)) {
      if (frame.bitrate !== first.bitrate || frame.rate !== first.rate) return false
      at += frame.size
    }
  }
  return true
}

async function countFrames(file: MediaFile, start: number, end: number): Promise<MpegDuration | null> {
  const counter = createFrameCounter()
  const countedEnd = Math.min(end, start + MAX_COUNTED_BYTES)
  for await (const piece of file.pieces(start, countedEnd)) {
    counter.push(piece)
    if (counter.lostBytes() > MAX_LOST_BYTES) break
  }
  const seconds = counter.seconds()
  if (seconds === null) return null
  if (counter.lostBytes() > MAX_LOST_BYTES) return { seconds, problem: 'Much of the file is damaged' }
  return { seconds: (seconds * (end - start)) / (countedEnd - start), problem: null }
}
