import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { probeMedia } from './probe.ts'

const SECONDS = 40

let dir: string
const at = (name: string) => join(dir, name)
const probe = (name: string) => probeMedia(at(name), { ffmpegPath: null })

function ffmpeg(...parts: string[]) {
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...parts])
}

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'otodana-cut-off-'))
  const sound = `anoisesrc=d=${SECONDS}:r=44100:c=pink:seed=3,aformat=channel_layouts=stereo`
  ffmpeg('-f', 'lavfi', '-i', sound, '-bitexact', at('plain.wav'))
  const encode = (name: string, ...options: string[]) => ffmpeg('-i', at('plain.wav'), ...options, at(name))
  encode('a.flac')
  // 24 bits at a high rate, and a stream of very few bytes.
  encode('high.flac', '-ar', '96000', '-sample_fmt', 's32')
  ffmpeg('-f', 'lavfi', '-i', 'anullsrc=d=900', at('silent.flac'))
  ffmpeg('-f', 'lavfi', '-i', 'anoisesrc=d=0.05:seed=2', at('short.flac'))
  encode('a.ogg')
  encode('a.opus', '-b:a', '64k')
  encode('flac.oga', '-c:a', 'flac', '-f', 'ogg')
  encode('a.aac')
  encode('front.m4a', '-movflags', '+faststart')
  encode('end.m4a')
}, 120_000)
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const whole = [
  'a.flac',
  'high.flac',
  'silent.flac',
  'short.flac',
  'a.ogg',
  'a.opus',
  'flac.oga',
  'a.aac',
  'front.m4a',
  'end.m4a',
]

test.each(whole)('MED-09 a whole %s has no problem, with or without an ID3v1 tag', async (name) => {
  expect(await probe(name)).toMatchObject({ problem: null })
  writeFileSync(at(`tagged-${name}`), Buffer.concat([readFileSync(at(name)), Buffer.from('TAG'.padEnd(128, '\0'))]))
  expect(await probe(`tagged-${name}`)).toMatchObject({ problem: null })
})

test.each(whole)('MED-09 a %s that is cut off anywhere says so', async (name) => {
  const bytes = readFileSync(at(name))
  for (const part of [0.999, 0.9, 0.6, 0.31]) {
    writeFileSync(at('cut'), bytes.subarray(0, Math.floor(bytes.length * part)))
    const { problem } = await probe('cut')
    expect(problem, `${name} cut at ${part}`).toMatch(/ends early|cut off/)
  }
})

test('MED-09 a cut-off FLAC is as long as what is there of it', async () => {
  const bytes = readFileSync(at('a.flac'))
  writeFileSync(at('cut.flac'), bytes.subarray(0, Math.floor(bytes.length / 2)))
  const { durationSeconds, problem } = await probe('cut.flac')
  expect(durationSeconds).toBeGreaterThan(SECONDS * 0.4)
  expect(durationSeconds).toBeLessThan(SECONDS * 0.6)
  expect(problem).toMatch(/^The file ends early: \d+\.\d of 40\.0 s are there$/)
})

test('MED-09 a FLAC whose end was reserved and never copied says so', async () => {
  const bytes = readFileSync(at('a.flac'))
  writeFileSync(at('reserved.flac'), Buffer.from(bytes).fill(0, Math.floor(bytes.length / 2)))
  expect((await probe('reserved.flac')).problem).toMatch(/was not copied to its end/)
})

test('MED-09 an Ogg file that ends between two pages says so', async () => {
  const bytes = readFileSync(at('a.opus'))
  writeFileSync(at('pages.opus'), bytes.subarray(0, bytes.lastIndexOf('OggS')))
  expect((await probe('pages.opus')).problem).toMatch(/its last page is not there/)
})
