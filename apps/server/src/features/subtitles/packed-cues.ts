import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

import { MAX_CUE_CHARACTERS, MAX_CUES } from '@otodana/subtitles'

/** A line as it is kept: from when to when, in seconds to the hundredth. */
export type Line = { startSeconds: number; endSeconds: number; text: string }

type Packed = { starts: number[]; lasting: number[]; texts: string[] }

/** More than the largest file that can be stored makes; what is more is none of ours. */
const MAX_BYTES = MAX_CUES * (MAX_CUE_CHARACTERS * 6 + 40)

/** Packs lines to about a quarter of what they are in the file. */
export function packCues(cues: readonly Line[]): Uint8Array {
  let last = 0
  const packed: Packed = { starts: [], lasting: [], texts: [] }
  for (const { startSeconds, endSeconds, text } of cues) {
    const start = Math.round(startSeconds * 100)
    packed.starts.push(start - last)
    packed.lasting.push(Math.round(endSeconds * 100) - start)
    packed.texts.push(text)
    last = start
  }
  return zstdCompressSync(JSON.stringify(packed))
}

export function unpackCues(bytes: Uint8Array): Line[] {
  const json = zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES }).toString()
  const { starts, lasting, texts } = JSON.parse(json) as Packed
  let start = 0
  return texts.map((text, index) => {
    start += starts[index]!
    return { startSeconds: start / 100, endSeconds: (start + lasting[index]!) / 100, text }
  })
}
