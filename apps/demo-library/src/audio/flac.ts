import { createHash } from 'node:crypto'
import { BitWriter } from './bit-writer.ts'
import { bytesOf16 } from './pcm.ts'

const BLOCK = 4096
const MAX_ORDER = 4
const sampleRateCodes: Record<number, number> = { 22050: 6, 24000: 7, 32000: 8, 44100: 9, 48000: 10 }

/**
 * FLAC of 16-bit stereo: fixed predictors, Rice codes in up to 32 partitions, the better of left/right and mid/side.
 * Gives the stream without comments; `withFlacComments` adds them.
 */
export function encodeFlac(samples: Int16Array, sampleRate: number): Buffer {
  const rateCode = sampleRateCodes[sampleRate]
  if (rateCode === undefined) throw new Error(`No FLAC sample rate code for ${sampleRate} Hz`)
  const frames = samples.length / 2
  const out = new BitWriter()
  let smallest = 0xffffff
  let largest = 0
  for (let index = 0, start = 0; start < frames; index++, start += BLOCK) {
    const at = out.byteLength
    writeFrame(out, samples, start, Math.min(BLOCK, frames - start), index, rateCode)
    smallest = Math.min(smallest, out.byteLength - at)
    largest = Math.max(largest, out.byteLength - at)
  }

  const info = new BitWriter()
  info.write(BLOCK, 16)
  info.write(BLOCK, 16)
  info.write(smallest, 24)
  info.write(largest, 24)
  info.write(sampleRate, 20)
  info.write(2 - 1, 3)
  info.write(16 - 1, 5)
  info.write(frames >>> 12, 24)
  info.write(frames, 12)
  const md5 = createHash('md5').update(bytesOf16(samples)).digest()
  return Buffer.concat([Buffer.from('fLaC'), metadataBlock(0x80, Buffer.concat([info.view(0), md5])), out.view(0)])
}

/** A FLAC of ours again, with Vorbis comments such as `{ TITLE: '…' }`. */
export function withFlacComments(flac: Buffer, comments: Record<string, string>): Buffer {
  const streamInfo = Buffer.from(flac.subarray(4, 4 + 4 + 34))
  streamInfo[0] = 0
  const lines = Object.entries(comments).map(([name, value]) => prefixed(`${name}=${value}`))
  const count = Buffer.alloc(4)
  count.writeUInt32LE(lines.length)
  const block = metadataBlock(0x84, Buffer.concat([prefixed('otodana demo library'), count, ...lines]))
  return Buffer.concat([flac.subarray(0, 4), streamInfo, block, flac.subarray(42)])
}

function prefixed(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([length, bytes])
}

function metadataBlock(type: number, body: Buffer): Buffer {
  const header = Buffer.alloc(4)
  header.writeUInt32BE(body.length)
  header[0] = type
  return Buffer.concat([header, body])
}

function writeFrame(
  out: BitWriter,
  samples: Int16Array,
  start: number,
  size: number,
  index: number,
  rateCode: number,
): void {
  const left = new Int32Array(size)
  const right = new Int32Array(size)
  const mid = new Int32Array(size)
  const side = new Int32Array(size)
  for (let i = 0; i < size; i++) {
    const l = samples[(start + i) * 2]!
    const r = samples[(start + i) * 2 + 1]!
    left[i] = l
    right[i] = r
    mid[i] = (l + r) >> 1
    side[i] = l - r
  }
  const isMidSide = roughness(mid) + roughness(side) < roughness(left) + roughness(right)

  const at = out.byteLength
  out.write(0xfff8, 16)
  out.write(size === BLOCK ? 12 : 7, 4)
  out.write(rateCode, 4)
  out.write(isMidSide ? 10 : 1, 4)
  out.write(4, 3)
  out.write(0, 1)
  writeFrameNumber(out, index)
  if (size !== BLOCK) out.write(size - 1, 16)
  out.write(crc8(out.view(at)), 8)
  writeSubframe(out, isMidSide ? mid : left, 16)
  writeSubframe(out, isMidSide ? side : right, isMidSide ? 17 : 16)
  out.fillByte()
  out.write(crc16(out.view(at)), 16)
}

/** Frame numbers are written like UTF-8 characters. */
function writeFrameNumber(out: BitWriter, index: number): void {
  if (index < 0x80) out.write(index, 8)
  else if (index < 0x800) out.write(0xc080 | ((index >> 6) << 8) | (index & 0x3f), 16)
  else out.write(0xe08080 | ((index >> 12) << 16) | (((index >> 6) & 0x3f) << 8) | (index & 0x3f), 24)
}

function writeSubframe(out: BitWriter, samples: Int32Array, bits: number): void {
  if (samples.every((sample) => sample === samples[0])) {
    out.write(0, 8)
    out.write(samples[0] ?? 0, bits)
    return
  }
  const { residual, order } = bestPrediction(samples)
  out.write((8 | order) << 1, 8)
  for (let i = 0; i < order; i++) out.write(samples[i]!, bits)
  const { partitionOrder, parameters } = bestPartitions(residual, order)
  out.write(0, 2)
  out.write(partitionOrder, 4)
  const size = samples.length >> partitionOrder
  for (const [partition, parameter] of parameters.entries()) {
    out.write(parameter, 4)
    const end = (partition + 1) * size
    for (let i = Math.max(order, partition * size); i < end; i++) out.writeRice(residual[i]!, parameter)
  }
}

/** The fixed predictor with the smallest residual; entries before `order` are not part of it. */
function bestPrediction(samples: Int32Array): { residual: Int32Array; order: number } {
  let differences = samples
  let best = { residual: samples, order: 0 }
  let smallest = sumOf(samples, 0)
  for (let order = 1; order <= Math.min(MAX_ORDER, samples.length - 1); order++) {
    const next = new Int32Array(samples.length)
    for (let i = order; i < samples.length; i++) next[i] = differences[i]! - differences[i - 1]!
    differences = next
    const sum = sumOf(next, order)
    if (sum < smallest) {
      smallest = sum
      best = { residual: next, order }
    }
  }
  return best
}

function sumOf(values: Int32Array, from: number): number {
  let sum = 0
  for (let i = from; i < values.length; i++) sum += Math.abs(values[i]!)
  return sum
}

function roughness(samples: Int32Array): number {
  let sum = 0
  for (let i = 2; i < samples.length; i++) sum += Math.abs(samples[i]! - 2 * samples[i - 1]! + samples[i - 2]!)
  return sum
}

function bestPartitions(residual: Int32Array, order: number): { partitionOrder: number; parameters: number[] } {
  let best = { partitionOrder: 0, parameters: [0] }
  let fewest = Infinity
  for (let partitionOrder = 0; partitionOrder <= 5; partitionOrder++) {
    const size = residual.length >> partitionOrder
    if (size << partitionOrder !== residual.length || size <= order) break
    let bits = 0
    const parameters: number[] = []
    for (let partition = 0; partition < 1 << partitionOrder; partition++) {
      const from = Math.max(order, partition * size)
      const count = (partition + 1) * size - from
      let sum = 0
      for (let i = from; i < from + count; i++) sum += Math.abs(residual[i]!)
      const parameter = Math.max(0, Math.min(14, Math.floor(Math.log2((sum * 1.386) / count + 1))))
      parameters.push(parameter)
      bits += 4 + count * (parameter + 1) + (2 * sum) / (1 << parameter)
    }
    if (bits < fewest) {
      fewest = bits
      best = { partitionOrder, parameters }
    }
  }
  return best
}

const crc8Table = Uint8Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? (crc << 1) ^ 0x07 : crc << 1
  return crc
})

const crc16Table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x8005 : crc << 1
  return crc
})

function crc8(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = crc8Table[crc ^ byte]!
  return crc
}

function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (let i = 0; i < bytes.length; i++) crc = ((crc << 8) & 0xff00) ^ crc16Table[(crc >> 8) ^ bytes[i]!]!
  return crc
}
