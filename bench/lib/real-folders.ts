import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import sharp from 'sharp'
import { createMp3Encoder } from 'wasm-media-encoders'

const AUDIO_FILES = 5
const SAMPLE_RATE = 22_050
const AUDIO_SECONDS = 2

/** Creates folders of nine small files, five of them audio; the works' numbers are 1,000,000 and `first` on. */
export async function makeFolders(dir: string, works: number, first = 1): Promise<void> {
  const audio = await quietMp3()
  const cover = await noisyCover()
  for (let index = first; index < first + works; index += 1) {
    const folder = join(
      dir,
      `circle-${index % 50}`,
      `RJ${String(1_000_000 + index).padStart(8, '0')} Evening walk ${index}`,
    )
    mkdirSync(join(folder, 'mp3'), { recursive: true })
    for (let track = 1; track <= AUDIO_FILES; track += 1) {
      // A different end makes each file's bytes, and thereby its fingerprint, unique.
      writeFileSync(join(folder, 'mp3', `${track}.mp3`), Buffer.concat([audio, Buffer.from(`${index}-${track}`)]))
      if (track <= 2)
        writeFileSync(join(folder, 'mp3', `${track}.mp3.vtt`), 'WEBVTT\n\n00:00.000 --> 00:02.000\nrain\n')
    }
    writeFileSync(join(folder, 'cover.jpg'), Buffer.concat([cover, Buffer.from(String(index))]))
    writeFileSync(join(folder, 'readme.txt'), `Evening walk ${index}`)
  }
}

/** As large as most storefront covers. */
async function noisyCover(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  return sharp({ create: { width: 560, height: 420, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

async function quietMp3(): Promise<Buffer> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: SAMPLE_RATE, channels: 1, bitrate: 64 })
  const samples = Float32Array.from({ length: SAMPLE_RATE * AUDIO_SECONDS }, (_, index) => Math.sin(index / 20) * 0.2)
  const body = Buffer.from(encoder.encode([samples]))
  return Buffer.concat([body, Buffer.from(encoder.finalize())])
}
