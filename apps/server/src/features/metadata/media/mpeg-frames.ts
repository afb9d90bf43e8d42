/** A frame of MPEG audio (mp3) or ADTS (aac). */
export type Frame = {
  kind: 'mpeg' | 'adts'
  /** In bytes, including the header. */
  size: number
  samples: number
  rate: number
  /** Bits per second; 0 for ADTS, whose frames do not contain it. */
  bitrate: number
  /** Offset of a Xing header from the start of the frame. */
  xingOffset: number
}

const BITRATES_1_1 = [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
const BITRATES_1_2 = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
const BITRATES_1_3 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITRATES_2_1 = [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
const BITRATES_2_23 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const MPEG_RATES = [44_100, 48_000, 32_000]
const ADTS_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]

/** Parses the frame header at `at`; null if there is none. Needs 7 bytes. */
export function frameAt(bytes: Uint8Array, at: number): Frame | null {
  if (at + 7 > bytes.length || bytes[at] !== 0xff) return null
  const second = bytes[at + 1]!
  if ((second & 0xf6) === 0xf0) return adtsFrame(bytes, at)
  return (second & 0xe0) === 0xe0 ? mpegFrame(second, bytes[at + 2]!, bytes[at + 3]!) : null
}

function mpegFrame(second: number, third: number, fourth: number): Frame | null {
  const version = (second >> 3) & 3
  const layer = 4 - ((second >> 1) & 3)
  const rate = MPEG_RATES[(third >> 2) & 3]
  if (version === 1 || layer === 4 || rate === undefined) return null
  const isVersion1 = version === 3
  const tables = isVersion1 ? [BITRATES_1_1, BITRATES_1_2, BITRATES_1_3] : [BITRATES_2_1, BITRATES_2_23, BITRATES_2_23]
  const kilobits = tables[layer - 1]![third >> 4]
  // 0 is the "free" format, whose frames do not contain their size.
  if (!kilobits) return null
  const sampleRate = isVersion1 ? rate : version === 2 ? rate / 2 : rate / 4
  const samples = layer === 1 ? 384 : layer === 3 && !isVersion1 ? 576 : 1152
  const padding = (third >> 1) & 1
  const slot = layer === 1 ? 4 : 1
  const size = (Math.floor(((samples / 8) * kilobits * 1000) / sampleRate / slot) + padding) * slot
  const isMono = fourth >> 6 === 3
  const xingOffset = 4 + (isVersion1 ? (isMono ? 17 : 32) : isMono ? 9 : 17)
  return { kind: 'mpeg', size, samples, rate: sampleRate, bitrate: kilobits * 1000, xingOffset }
}

function adtsFrame(bytes: Uint8Array, at: number): Frame | null {
  const rate = ADTS_RATES[(bytes[at + 2]! >> 2) & 15]
  const size = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5)
  if (rate === undefined || size < 8) return null
  const samples = 1024 * ((bytes[at + 6]! & 3) + 1)
  return { kind: 'adts', size, samples, rate, bitrate: 0, xingOffset: 0 }
}

/**
 * Returns the offset of the first frame that is followed by others: two bytes of noise often resemble a frame, but not
 * three times at the right distances. Frames that extend to the end of `bytes` count.
 *
 * @returns the offset, or -1
 */
export function findFrames(bytes: Uint8Array, from = 0): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const first = frameAt(bytes, at)
    if (first && followsItself(bytes, at, first)) return at
  }
  return -1
}

function followsItself(bytes: Uint8Array, at: number, first: Frame): boolean {
  let next = at + first.size
  for (let followers = 0; followers < 2; followers++) {
    if (next + 7 > bytes.length) return next <= bytes.length && followers > 0
    const frame = frameAt(bytes, next)
    if (!frame || frame.kind !== first.kind || frame.rate !== first.rate) return false
    next += frame.size
  }
  return true
}

/** Sums up the frames of a stream in pieces, and resynchronises after damage. */
export function createFrameCounter() {
  let rest: Uint8Array = new Uint8Array(0)
  let skip = 0
  let samples = 0
  let rate = 0
  let lostBytes = 0

  return {
    push(piece: Uint8Array): void {
      if (skip >= piece.length) {
        skip -= piece.length
        return
      }
      const fresh = piece.subarray(skip)
      skip = 0
      const bytes = rest.length === 0 ? fresh : Buffer.concat([rest, fresh])
      let at = 0
      while (at + 7 <= bytes.length) {
        const frame = frameAt(bytes, at)
        if (frame) {
          samples += frame.samples
          rate ||= frame.rate
          at += frame.size
          continue
        }
        const found = findFrames(bytes, at + 1)
        // The rest may start a frame whose successors are in the next piece.
        const next = found === -1 ? Math.max(at + 1, bytes.length - 8192) : found
        lostBytes += next - at
        at = next
        if (found === -1) break
      }
      rest = at < bytes.length ? bytes.subarray(at) : new Uint8Array(0)
      skip = Math.max(0, at - bytes.length)
    },
    /** Bytes outside of frames. */
    lostBytes: () => lostBytes,
    seconds: (): number | null => (rate > 0 ? samples / rate : null),
  }
}
