import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export type TestLibrary = {
  dir: string
  /** Adds or replaces files, by their path below the library. */
  write(files: Record<string, string | Uint8Array>): void
  path(...parts: string[]): string
  remove(): void
}

/** A real library folder in a temporary place: `aLibrary({ 'RJ01000001 Rain/01.wav': aWav(2) })`. */
export function aLibrary(files: Record<string, string | Uint8Array> = {}): TestLibrary {
  const dir = mkdtempSync(join(tmpdir(), 'otodana-library-'))
  const library: TestLibrary = {
    dir,
    write(more) {
      for (const [path, content] of Object.entries(more)) {
        const target = join(dir, path)
        mkdirSync(dirname(target), { recursive: true })
        writeFileSync(target, content)
      }
    },
    path: (...parts) => join(dir, ...parts),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
  library.write(files)
  return library
}

const WAV_HEADER_BYTES = 44

/** A mono 16-bit WAV file of a quiet tone. */
export function aWav(seconds: number, { sampleRate = 8_000, frequency = 440 } = {}): Uint8Array {
  const samples = Math.round(seconds * sampleRate)
  const bytes = new Uint8Array(WAV_HEADER_BYTES + samples * 2)
  const view = new DataView(bytes.buffer)
  const text = (offset: number, value: string) => new TextEncoder().encodeInto(value, bytes.subarray(offset))
  text(0, 'RIFF')
  view.setUint32(4, bytes.length - 8, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, samples * 2, true)
  for (let index = 0; index < samples; index += 1) {
    const value = Math.sin((index / sampleRate) * frequency * 2 * Math.PI) * 4_000
    view.setInt16(WAV_HEADER_BYTES + index * 2, value, true)
  }
  return bytes
}
