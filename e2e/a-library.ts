import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SAMPLE_RATE = 22_050

/** One tone: its file's name, and how strong it is at a time, 0 to 1. */
export type Tone = { name: string; seconds: number; strength: (seconds: number) => number }

/**
 * A library folder with one work of tones as WAV files.
 *
 * @returns the folder; the caller removes it with `remove`
 */
export function createToneLibrary(work: string, tones: readonly Tone[]): { dir: string; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'otodana-tones-'))
  mkdirSync(join(dir, work))
  for (const tone of tones) writeFileSync(join(dir, work, tone.name), wavOf(tone))
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }) }
}

/** 16 bits, one channel, 440 Hz. */
export function wavOf({ seconds, strength }: Tone): Buffer {
  const samples = seconds * SAMPLE_RATE
  const file = Buffer.alloc(44 + samples * 2)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + samples * 2, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(SAMPLE_RATE * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples * 2, 40)
  for (let sample = 0; sample < samples; sample++) {
    const at = sample / SAMPLE_RATE
    file.writeInt16LE(Math.round(Math.sin(2 * Math.PI * 440 * at) * strength(at) * 32_767), 44 + sample * 2)
  }
  return file
}
