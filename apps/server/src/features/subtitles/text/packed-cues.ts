import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

import { MAX_CUE_CHARACTERS, MAX_CUES } from '@otodana/subtitles'

/** A line as it is kept: from when to when, in seconds to the hundredth. */
export type Line = { startSeconds: number; endSeconds: number; text: string }

/** Lines that are packed. A search looks at a few of them, so each can be had by itself. */
export type PackedCues = {
  /** Of each line, in UTF-16 code units. */
  lengths: Int32Array
  text(index: number): string
  line(index: number): Line
}

/**
 * After a byte that says which: how many lines; of each its length, doubled, and one more when its characters take two
 * bytes; their characters; of each the hundredths of a second from the one before, and how many it lasts. Characters of one byte
 * or two are had in a tenth of the time that unpacking takes, and take half as much room again.
 */
const PLAIN = 1
/** The same, compressed. */
const COMPRESSED = 2
/** Ten times what a long recording says. What is longer is seldom looked at, and repeats itself. */
const MAX_PLAIN_BYTES = 0x10000
/** More than the largest file that can be stored makes; what is more is none of ours. */
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
  /** Where the characters of each line begin; a negative offset means one byte for each character. */
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

/** Seven bits a byte, the lowest first. */
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
