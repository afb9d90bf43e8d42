import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { createMp3Encoder } from 'wasm-media-encoders'

import { type Figure, figure } from './figure.ts'

const ROOT = resolve(import.meta.dirname, '..')
const WORKS = 2_000
const AUDIO_FILES = 5
const SAMPLE_RATE = 22_050
const AUDIO_SECONDS = 2

/** Folders of nine small files (five of them audio) a second, at the first scan and at one that finds nothing changed. */
export async function run(): Promise<Figure> {
  const dir = mkdtempSync(join(tmpdir(), 'otodana-bench-scan-'))
  try {
    const library = join(dir, 'library')
    await makeLibrary(library)
    const env = { LIBRARY_DIRS: library, DATA_DIR: join(dir, 'data') }
    // What a scan of nothing costs is the start of the program, not the scan.
    mkdirSync(join(dir, 'empty'))
    const idle = await scan({ LIBRARY_DIRS: join(dir, 'empty'), DATA_DIR: join(dir, 'idle') })
    const first = await scan(env)
    const unchanged = await scan(env)
    return figure(`scan (${WORKS} folders of 9 files, program start of ${idle.toFixed(2)} s left out)`, [
      { name: 'first', value: WORKS / (first - idle), unit: 'folders/s', goal: 100, better: 'more' },
      { name: 'unchanged', value: WORKS / (unchanged - idle), unit: 'folders/s', goal: 2_000, better: 'more' },
    ])
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Seconds that `otodana scan` takes, start of the program included. */
async function scan(env: Record<string, string>): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['apps/server/src/cli.ts', 'scan'], {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const [code] = (await once(child, 'exit')) as [number]
  // 1 means that the scan reports problems, of which an empty folder is one.
  if (code > 1) throw new Error(`the scan ended with code ${code}`)
  return (performance.now() - startedAt) / 1_000
}

async function makeLibrary(dir: string): Promise<void> {
  const audio = await quietMp3()
  for (let index = 1; index <= WORKS; index += 1) {
    const folder = join(
      dir,
      `circle-${index % 50}`,
      `RJ${String(1_000_000 + index).padStart(8, '0')} Evening walk ${index}`,
    )
    mkdirSync(join(folder, 'mp3'), { recursive: true })
    for (let track = 1; track <= AUDIO_FILES; track += 1) {
      // A tail of its own makes each file's bytes, and so its fingerprint, its own.
      writeFileSync(join(folder, 'mp3', `${track}.mp3`), Buffer.concat([audio, Buffer.from(`${index}-${track}`)]))
      if (track <= 2)
        writeFileSync(join(folder, 'mp3', `${track}.mp3.vtt`), 'WEBVTT\n\n00:00.000 --> 00:02.000\nrain\n')
    }
    writeFileSync(join(folder, 'cover.jpg'), `not a picture ${index}`)
    writeFileSync(join(folder, 'readme.txt'), `Evening walk ${index}`)
  }
}

async function quietMp3(): Promise<Buffer> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: SAMPLE_RATE, channels: 1, bitrate: 64 })
  const samples = Float32Array.from({ length: SAMPLE_RATE * AUDIO_SECONDS }, (_, index) => Math.sin(index / 20) * 0.2)
  const body = Buffer.from(encoder.encode([samples]))
  return Buffer.concat([body, Buffer.from(encoder.finalize())])
}
