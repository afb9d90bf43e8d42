import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

/** Makes a real folder that is removed again: `using dir = aFolder()`. */
export function aFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'otodana-library-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Writes files below a folder; parents are made. */
export function writeFiles(dir: string, files: Record<string, string | Uint8Array>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(dir, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}

/** A playable recording: 8-bit mono at 2 kHz. Another `tone` gives other bytes of the same length. */
export function aWav({ seconds = 1, tone = 0 }: { seconds?: number; tone?: number } = {}): Uint8Array {
  const rate = 2_000
  const samples = Math.round(rate * seconds)
  const wav = Buffer.alloc(44 + samples)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + samples, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate, 28)
  wav.writeUInt16LE(1, 32)
  wav.writeUInt16LE(8, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(samples, 40)
  for (let sample = 0; sample < samples; sample++) wav[44 + sample] = 128 + ((sample * (tone + 1)) % 97)
  return wav
}

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A PNG of one pixel that can be decoded. Another text gives other bytes. */
export function aPicture(text = ''): Uint8Array {
  return Buffer.concat([Buffer.from(DOT, 'base64'), Buffer.from(text)])
}

/** A black PNG that can be decoded, of any size: drawing a large one in colours takes seconds. */
export function aBlackPicture(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit a pixel.
  header[8] = 1
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const chunk = Buffer.alloc(typed.length + 8)
  chunk.writeUInt32BE(content.length, 0)
  typed.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(typed), typed.length + 4)
  return chunk
}

/** The files of a small work; `number` makes their content its own. */
export function aWorkFolder(number: number, { tracks = 2 } = {}): Record<string, string | Uint8Array> {
  const files: Record<string, string | Uint8Array> = {
    'cover.jpg': aPicture(`cover of ${number}`),
    'readme.txt': `work ${number}`,
  }
  for (let track = 1; track <= tracks; track++) {
    files[`wav/${track}. night ${track}.wav`] = aWav({ seconds: track, tone: number * 10 + track })
  }
  return files
}

/** Works `RJ900001 …` below a folder, each with two recordings, a cover and a text. */
export function writeWorks(dir: string, count: number, { first = 1, tracks = 2 } = {}): string[] {
  return Array.from({ length: count }, (_, index) => {
    const number = first + index
    const name = `RJ${900_000 + number} Quiet evening ${number}`
    const files = aWorkFolder(number, { tracks })
    for (const [path, content] of Object.entries(files)) writeFiles(dir, { [`${name}/${path}`]: content })
    return name
  })
}

/** An MP3 of silence with the picture as its front cover, in an ID3v2.3 tag. */
export function mp3With(picture: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), picture])
  const frame = Buffer.alloc(10)
  frame.write('APIC', 0, 'latin1')
  frame.writeUInt32BE(content.length, 4)
  const size = frame.length + content.length
  const header = Buffer.from([
    0x49,
    0x44,
    0x33,
    3,
    0,
    0,
    (size >> 21) & 127,
    (size >> 14) & 127,
    (size >> 7) & 127,
    size & 127,
  ])
  const silence = Buffer.concat(
    Array.from({ length: 20 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])),
  )
  return Buffer.concat([header, frame, content, silence])
}

/** An MP3 of half a second of silence with text frames of ID3v2.4, such as `TALB`, and a comment as `COMM`. */
export function taggedMp3(frames: Record<string, string>): Buffer {
  const encoded = Object.entries(frames).map(([id, text]) => {
    const language = id === 'COMM' ? 'und\0' : ''
    const content = Buffer.concat([Buffer.from([3]), Buffer.from(language + text, 'utf8')])
    const header = Buffer.alloc(10)
    header.write(id, 0, 'latin1')
    header.set(syncSafe(content.length), 4)
    return Buffer.concat([header, content])
  })
  const tag = Buffer.concat(encoded)
  const header = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, ...syncSafe(tag.length)])
  const silence = Array.from({ length: 20 }, () =>
    Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]),
  )
  return Buffer.concat([header, tag, ...silence])
}

/** A size in four times seven bits, as ID3 writes it. */
function syncSafe(size: number): number[] {
  return [(size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127]
}
