import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

import { MAX_CUE_CHARACTERS, MAX_CUES } from '@otodana/subtitles'

/** A stored line; times are in seconds, with hundredths. */
export type Line = { startSeconds: number; endSeconds: number; text: string }

/** Packed lines, each of which can be read individually. */
export type PackedCues = {
  /** Of each line, in UTF-16 code units. */
  lengths: Int32Array
  text(index: number): string
  line(index: number): Line
}

/**
 * Format 1, after the format byte: number of lines; for each its doubled length, plus one if its characters take two
 * bytes; their characters; for each the hundredths of a second since the previous one, and its duration. Reading
 * uncompressed characters takes a tenth of the time of decompressing, and half as much space again.
 */
const PLAIN = 1
/** Format 2: the same, compressed. */
const COMPRESSED = 2
/** Ten times the text of a long recording. Longer ones are rarely read, and compress well. */
const MAX_PLAIN_BYTES = 0x10000
/** More than the largest valid file produces; anything longer is invalid. */
const MAX_BYTES = 8 + MAX_CUES * (MAX_CUE_CHARACTERS * 2 + 24)

export function packCues(cues: readonly Line[]): Uint8Array {
  const head: number[] = [PLAIN]
  const times: number[] = []
  const texts: Buffer[] = []
  pushNumber(head, cues.length)
  let last = 0
  for (const { startSeconds, endSeconds, text } of cues) {
    const isWide = /[^\0-\xff]/.test(text)
    pushNumber(head, text.length * 2 + Number(isWide))
    texts.push(Buffer.from(text, isWide ? 'utf16le' : 'latin1'))
    const start = Math.round(startSeconds * 100)
    pushSigned(times, start - last)
    pushSigned(times, Math.round(endSeconds * 100) - start)
    last = start
  }
  const plain = Buffer.concat([Buffer.from(head), ...texts, Buffer.from(times)])
  if (plain.length <= MAX_PLAIN_BYTES) return plain
  return Buffer.concat([Buffer.from([COMPRESSED]), zstdCompressSync(plain)])
}

export function openCues(packed: Uint8Array): PackedCues {
  const bytes = plainBytes(packed)
  const reader = { bytes, at: 1 }
  const count = readNumber(reader)
  const lengths = new Int32Array(count)
  /** Offsets of the lines' characters; negative means one byte per character. */
  const places = new Int32Array(count)
  let size = 0
  for (let index = 0; index < count; index++) {
    const length = readNumber(reader)
    const isWide = length % 2 === 1
    lengths[index] = (length - Number(isWide)) / 2
    places[index] = isWide ? size : -1 - size
    size += lengths[index]! * (isWide ? 2 : 1)
  }
  const textsAt = reader.at
  let times: { starts: number[]; ends: number[] } | null = null

  function readTimes() {
    const from = { bytes, at: textsAt + size }
    const starts: number[] = []
    const ends: number[] = []
    let start = 0
    for (let index = 0; index < count; index++) {
      start += readSigned(from)
      starts.push(start / 100)
      ends.push((start + readSigned(from)) / 100)
    }
    return { starts, ends }
  }

  function text(index: number): string {
    const place = places[index]!
    const length = lengths[index]!
    const at = textsAt + (place < 0 ? -1 - place : place)
    return place < 0 ? bytes.toString('latin1', at, at + length) : bytes.toString('utf16le', at, at + length * 2)
  }

  return {
    lengths,
    text,
    line(index) {
      times ??= readTimes()
      return { startSeconds: times.starts[index]!, endSeconds: times.ends[index]!, text: text(index) }
    },
  }
}

/** All lines. */
export function unpackCues(packed: Uint8Array): Line[] {
  const { lengths, line } = openCues(packed)
  return Array.from(lengths, (_, index) => line(index))
}

function plainBytes(packed: Uint8Array): Buffer {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length)
  return packed[0] === COMPRESSED ? zstdDecompressSync(bytes.subarray(1), { maxOutputLength: MAX_BYTES }) : bytes
}

/** Seven bits per byte, lowest first. */
function pushNumber(to: number[], value: number): void {
  for (; value > 0x7f; value = Math.floor(value / 0x80)) to.push(0x80 | (value % 0x80))
  to.push(value)
}

function pushSigned(to: number[], value: number): void {
  pushNumber(to, value < 0 ? -2 * value - 1 : 2 * value)
}

type Reader = { bytes: Buffer; at: number }

function readNumber(from: Reader): number {
  let value = 0
  for (let unit = 1; ; unit *= 0x80) {
    const byte = from.bytes[from.at++] ?? 0
    value += (byte & 0x7f) * unit
    if (byte <= 0x7f) return value
  }
}

function readSigned(from: Reader): number {
  const value = readNumber(from)
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2
}
