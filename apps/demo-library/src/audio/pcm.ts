import type { Sound } from './sound.ts'

/** Stereo 16-bit samples, left and right in turn. */
export function toInterleaved16(sounds: readonly Sound[]): Int16Array {
  const frames = sounds.reduce((sum, sound) => sum + sound.left.length, 0)
  const samples = new Int16Array(frames * 2)
  let at = 0
  for (const { left, right } of sounds) {
    for (let i = 0; i < left.length; i++) {
      samples[at++] = toInt16(left[i]!)
      samples[at++] = toInt16(right[i]!)
    }
  }
  return samples
}

function toInt16(level: number): number {
  return Math.max(-32768, Math.min(32767, Math.round(level * 32767)))
}

/** Little-endian bytes of the samples, whatever the machine's own order is. */
export function bytesOf16(samples: Int16Array): Buffer {
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
  return isLittleEndian ? bytes : Buffer.from(bytes).swap16()
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1
