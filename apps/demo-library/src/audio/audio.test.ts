import { spawnSync } from 'node:child_process'
import { parseBuffer } from 'music-metadata'
import { expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { runEncodeJob } from './encode-piece.ts'
import { convertWithFfmpeg } from './ffmpeg.ts'
import { encodeFlac, withFlacComments } from './flac.ts'
import { bytesOf16, toInterleaved16 } from './pcm.ts'
import { partsOf, type PieceId, renderRecipe } from './pieces.ts'
import { SAMPLE_RATE } from './sound.ts'
import { encodeWav } from './wav.ts'

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0
const some: PieceId[] = ['rainOnTin', 'taps', 'musicBox', 'waveA', 'bowlB', 'chime1', 'nightTrain', 'tea']

test.each(some)('%s peaks at −6 dBFS, begins and ends in silence, and has no direct current', (piece) => {
  for (const recipe of partsOf(piece)) {
    const { left, right } = renderRecipe(recipe, 1)
    const highest = Math.max(
      ...[left, right].map((ear) => ear.reduce((most, level) => Math.max(most, Math.abs(level)), 0)),
    )
    expect(highest).toBeGreaterThan(0.49)
    expect(highest).toBeLessThanOrEqual(0.501)
    for (const ear of [left, right]) {
      expect(Math.abs(ear[0]!)).toBeLessThan(0.001)
      expect(Math.abs(ear.at(-1)!)).toBeLessThan(0.001)
      expect(Math.abs(ear.reduce((sum, level) => sum + level, 0) / ear.length)).toBeLessThan(0.001)
    }
  }
})

test('taps wander: each ear is at times much louder than the other', () => {
  const { left, right } = renderRecipe('taps', 1)
  const balance: number[] = []
  for (let start = 0; start + SAMPLE_RATE <= left.length; start += SAMPLE_RATE) {
    const power = (ear: Float32Array) =>
      ear.subarray(start, start + SAMPLE_RATE).reduce((sum, level) => sum + level * level, 1e-9)
    balance.push(10 * Math.log10(power(left) / power(right)))
  }
  expect(Math.max(...balance)).toBeGreaterThan(10)
  expect(Math.min(...balance)).toBeLessThan(-10)
})

const hardCases: Record<string, Int16Array> = {
  silence: new Int16Array(10_000),
  'one sample a side': Int16Array.of(5, -5),
  'full-scale noise': Int16Array.from(
    { length: 20_002 },
    (() => {
      const random = createRandom('noise')
      return () => random.int(-32_768, 32_767)
    })(),
  ),
  'opposed squares': Int16Array.from({ length: 16_384 }, (_, i) => ((i >> 6) % 2 === i % 2 ? 32_767 : -32_768)),
  'quiet ramp': Int16Array.from({ length: 9_000 }, (_, i) => (i >> 4) - 200),
}

test.each(Object.entries(hardCases))('FLAC of %s is a valid stream of the right length', async (_, samples) => {
  const flac = withFlacComments(encodeFlac(samples, SAMPLE_RATE), { TITLE: '雨' })
  const { format, common } = await parseBuffer(flac, 'audio/flac')
  expect(Math.round((format.duration ?? 0) * SAMPLE_RATE)).toBe(samples.length / 2)
  expect(format.sampleRate).toBe(SAMPLE_RATE)
  expect(common.title).toBe('雨')
  // where ffmpeg is absent the test above is all; it decodes and so checks every bit
  if (hasFfmpeg) expect(decode(flac).equals(bytesOf16(samples))).toBe(true)
})

test('FLAC and WAV of a piece hold the same samples, and FLAC is smaller', async () => {
  const encoded = await runEncodeJob({ piece: 'waveC', formats: ['wav', 'flac', 'mp3', 'ogg'] }, 1)
  const [wav, flac, mp3, ogg] = encoded.map(({ bytes }) => Buffer.from(bytes)) as [Buffer, Buffer, Buffer, Buffer]
  expect(flac.length).toBeLessThan(wav.length * 0.8)
  for (const [bytes, type] of [
    [wav, 'audio/wav'],
    [flac, 'audio/flac'],
    [mp3, 'audio/mpeg'],
    [ogg, 'audio/ogg'],
  ] as const) {
    const { format } = await parseBuffer(bytes, type, { duration: true })
    expect(format.duration).toBeCloseTo(10, 0)
    expect(format.numberOfChannels).toBe(2)
  }
  if (hasFfmpeg) expect(decode(flac).equals(wav.subarray(44))).toBe(true)
})

test('ffmpeg, where it is, writes opus, m4a and aac; its complaints are passed on', async () => {
  const wav = encodeWav(toInterleaved16([renderRecipe('chime2', 1)]), SAMPLE_RATE)
  await expect(convertWithFfmpeg('/no/such/ffmpeg', wav, 'opus', {})).rejects.toThrow(/ENOENT/)
  if (!hasFfmpeg) return
  for (const [format, type] of [
    ['opus', 'audio/ogg'],
    ['m4a', 'audio/mp4'],
    ['aac', 'audio/aac'],
  ] as const) {
    const bytes = await convertWithFfmpeg('ffmpeg', wav, format, { title: '鈴' })
    expect(await convertWithFfmpeg('ffmpeg', wav, format, { title: '鈴' })).toEqual(bytes)
    const { common, format: found } = await parseBuffer(bytes, type)
    expect(found.numberOfChannels ?? 2).toBe(2)
    if (format !== 'aac') expect(common.title).toBe('鈴')
  }
  await expect(convertWithFfmpeg('ffmpeg', Buffer.from('no sound'), 'opus', {})).rejects.toThrow(/could not write opus/)
})

function decode(flac: Buffer): Buffer {
  const { stdout, status } = spawnSync('ffmpeg', ['-v', 'error', '-i', 'pipe:0', '-f', 's16le', 'pipe:1'], {
    input: flac,
    maxBuffer: 1 << 26,
  })
  expect(status).toBe(0)
  return stdout
}
