import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '../scripts/lib/free-port.ts'
import { createToneLibrary, type Tone } from './a-library.ts'
import { startServer } from './start-server.ts'

/** A library that outlives its servers, which are started and stopped at one address. */
export type Place = {
  start: (env?: Record<string, string>) => Promise<void>
  stop: () => Promise<void>
  /** Stops, and removes the server's data: the next start sets up a new server at the same address. */
  reset: () => Promise<void>
  url: () => string
  /** The library's folder. */
  dir: string
}

/**
 * Makes a place with one work of tones.
 *
 * @returns the place, and a function that removes it
 */
export function createPlace(work: string, tones: readonly Tone[]): { place: Place; remove: () => Promise<void> } {
  const library = createToneLibrary(work, tones)
  const dataDir = mkdtempSync(join(tmpdir(), 'otodana-place-'))
  let server: Awaited<ReturnType<typeof startServer>> | null = null
  /** The same for all starts. */
  let port = ''
  const stop = async () => {
    await server?.stop()
    server = null
  }
  return {
    place: {
      dir: library.dir,
      start: async (env = {}) => {
        port ||= String(await freePort())
        server = await startServer({ env: { LIBRARY_DIRS: library.dir, ...env }, dataDir, port })
      },
      stop,
      reset: async () => {
        await stop()
        for (const name of readdirSync(dataDir)) removeDir(join(dataDir, name))
      },
      url: () => `http://127.0.0.1:${port}`,
    },
    remove: async () => {
      await stop()
      library.remove()
      removeDir(dataDir)
    },
  }
}

function removeDir(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}
