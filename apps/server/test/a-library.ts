import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { writeFiles } from './work-folders.ts'

export type TestLibrary = {
  dir: string
  /** Adds or replaces files, by their path below the library. */
  write(files: Record<string, string | Uint8Array>): void
  path(...parts: string[]): string
  remove(): void
}

/** A real library folder in a temporary place: `aLibrary({ 'RJ01000001 Rain/01.wav': aWav({ seconds: 2 }) })`. */
export function aLibrary(files: Record<string, string | Uint8Array> = {}): TestLibrary {
  const dir = mkdtempSync(join(tmpdir(), 'otodana-library-'))
  const library: TestLibrary = {
    dir,
    write: (more) => writeFiles(dir, more),
    path: (...parts) => join(dir, ...parts),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
  library.write(files)
  return library
}
