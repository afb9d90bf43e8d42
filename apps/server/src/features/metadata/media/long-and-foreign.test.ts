import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openMedia } from './media-file.ts'
import { probeMedia } from './probe.ts'

const GIB = 1024 ** 3

let base: string
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'otodana-long-'))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** 48 kHz, two channels of 16 bits. */
const BYTES_A_SECOND = 192_000

function chunk(name: string, size: number, content = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(8)
  header.write(name, 'latin1')
  header.writeUInt32LE(size % 2 ** 32, 4)
  return Buffer.concat([header, content])
}

function formatChunk(): Buffer {
  const content = Buffer.alloc(16)
  content.writeUInt16LE(1, 0)
  content.writeUInt16LE(2, 2)
  content.writeUInt32LE(48_000, 4)
  content.writeUInt32LE(BYTES_A_SECOND, 8)
  content.writeUInt16LE(4, 12)
  content.writeUInt16LE(16, 14)
  return chunk('fmt ', 16, content)
}

/** `ds64`, the 64-bit sizes. */
function longSizes(bytes: number): Buffer {
  const content = Buffer.alloc(28)
  content.writeBigUInt64LE(BigInt(bytes) + 64n, 0)
  content.writeBigUInt64LE(BigInt(bytes), 8)
  content.writeBigUInt64LE(BigInt(bytes) / 4n, 16)
  return chunk('ds64', 28, content)
}

/** A sparse WAV of silence with this many bytes. */
function aLongWav(form: 'RIFF' | 'RF64' | 'BW64', bytes: number, told: number, present = bytes): string {
  const start = Buffer.concat([chunk(form, 0xffff_ffff), Buffer.from('WAVE')])
  const sizes = form === 'RIFF' ? [] : [longSizes(bytes)]
  const head = Buffer.concat([start, ...sizes, formatChunk(), chunk('data', told)])
  const path = join(base, `${form} ${bytes} ${told} ${present}.wav`)
  writeFileSync(path, head)
  truncateSync(path, head.length + present)
  return path
}

/** Probes with an ffmpeg that only records the call. */
async function probed(path: string) {
  const asked = join(base, 'asked')
  const ffmpegPath = join(base, 'ffmpeg')
  writeFileSync(ffmpegPath, `#!/bin/sh\ntouch '${asked}'\n`)
  chmodSync(ffmpegPath, 0o755)
  let bytes = 0
  const facts = await probeMedia(path, {
    ffmpegPath,
    async open(at, signal) {
      const file = await openMedia(at, signal)
      return {
        ...file,
        read(position, length) {
          bytes += length
          return file.read(position, length)
        },
        pieces() {
          throw new Error('It is read from end to end')
        },
      }
    },
  })
  return { facts, bytes, isFfmpegAsked: existsSync(asked) }
}

test.each([
  ['RF64', 4.5 * GIB, 0xffff_ffff],
  ['BW64', 4.5 * GIB, 0xffff_ffff],
  ['RF64', 1 * GIB, 0xffff_ffff],
  // What programs write if the size overflows: the remainder, or the maximum.
  ['RIFF', 4.5 * GIB, 0.5 * GIB],
  ['RIFF', 4.5 * GIB, 0xffff_ffff],
  ['RIFF', 4.5 * GIB, 0],
  ['RIFF', 3.5 * GIB, 3.5 * GIB],
] as const)(
  'MED-06 the length of a %s of %d bytes that tells %d is found in its headers',
  async (form, bytes, told) => {
    const { facts, bytes: read, isFfmpegAsked } = await probed(aLongWav(form, bytes, told))
    expect(facts.durationSeconds).toBeCloseTo(bytes / BYTES_A_SECOND, 3)
    expect(facts.problem).toBe(null)
    expect(read).toBeLessThan(1024 * 1024)
    expect(isFfmpegAsked).toBe(false)
  },
)

test('MED-06 an RF64 that was cut off has the length that is there, and says so', async () => {
  const { facts } = await probed(aLongWav('RF64', 6 * GIB, 0xffff_ffff, 5 * GIB))
  expect(facts.durationSeconds).toBeCloseTo((5 * GIB) / BYTES_A_SECOND, 3)
  expect(facts.problem).toBe(`The file ends early: ${5 * GIB} of ${6 * GIB} bytes are there`)
})

/** DSD of 2.8 MHz, which ffmpeg reads but does not write. */
function aDsf(seconds: number): Buffer {
  const perChannel = Math.ceil((seconds * 2_822_400) / 8 / 4_096) * 4_096
  const head = Buffer.alloc(28 + 52 + 12)
  const sound = Buffer.alloc(perChannel * 2, 0x69)
  head.write('DSD ', 0)
  head.writeBigUInt64LE(28n, 4)
  head.writeBigUInt64LE(BigInt(head.length + sound.length), 12)
  head.write('fmt ', 28)
  head.writeBigUInt64LE(52n, 32)
  for (const [index, value] of [1, 0, 2, 2, 2_822_400, 1].entries()) head.writeUInt32LE(value, 40 + index * 4)
  head.writeBigUInt64LE(BigInt(seconds * 2_822_400), 64)
  head.writeUInt32LE(4_096, 72)
  head.write('data', 80)
  head.writeBigUInt64LE(BigInt(12 + sound.length), 84)
  return Buffer.concat([head, sound])
}

describe('sound that only ffmpeg reads', () => {
  const encoders: Record<string, string[]> = {
    wma: ['-c:a', 'wmav2', '-b:a', '64k'],
    wv: [],
    tta: [],
    aiff: [],
    mka: ['-c:a', 'flac'],
    m4b: ['-f', 'ipod'],
    ac3: [],
    eac3: [],
    dts: ['-c:a', 'dca', '-strict', '-2'],
    mp2: [],
    caf: [],
    au: [],
    w64: [],
  }

  test.each(Object.keys(encoders))('MED-07 the length of a .%s is found', async (extension) => {
    const path = join(base, `sound.${extension}`)
    const source = ['-v', 'error', '-f', 'lavfi', '-i', 'sine=frequency=330:sample_rate=48000', '-t', '7', '-ac', '2']
    execFileSync('ffmpeg', [...source, ...encoders[extension]!, path])
    const { durationSeconds, problem } = await probeMedia(path, { ffmpegPath: 'ffmpeg' })
    expect(problem).toBe(null)
    expect(Math.abs(durationSeconds! - 7)).toBeLessThan(0.1)
  })

  test('MED-07 the length of a .dsf is found', async () => {
    const path = join(base, 'sound.dsf')
    writeFileSync(path, aDsf(3))
    const { durationSeconds, problem } = await probeMedia(path, { ffmpegPath: 'ffmpeg' })
    expect(problem).toBe(null)
    expect(durationSeconds).toBeCloseTo(3, 1)
  })

  test('MED-07 a list of other files in such a name is not followed', async () => {
    const path = join(base, 'list.tta')
    writeFileSync(path, `ffconcat version 1.0\nfile '${join(base, 'sound.dsf')}'\n`)
    expect(await probeMedia(path, { ffmpegPath: 'ffmpeg' })).toMatchObject({
      durationSeconds: null,
      problem: 'No known audio format',
    })
  })
})
