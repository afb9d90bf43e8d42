import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ensureServerBuilt } from '../scripts/build-server.ts'
import { nodeFlags, programSettings } from '../scripts/lib/become-program.ts'
import { type Figure, figure } from './figure.ts'
import { makeFolders } from './lib/real-folders.ts'

const WORKS = 2_000

/**
 * Measures folders of nine small files (five of them audio) per second, in the first scan and in one without changes.
 */
export async function run(): Promise<Figure> {
  const dir = mkdtempSync(join(tmpdir(), 'otodana-bench-scan-'))
  try {
    const library = join(dir, 'library')
    await makeFolders(library, WORKS)
    const env = { LIBRARY_DIRS: library, DATA_DIR: join(dir, 'data') }
    // The duration of an empty scan is the program's start-up time.
    mkdirSync(join(dir, 'empty'))
    const idle = await scan({ LIBRARY_DIRS: join(dir, 'empty'), DATA_DIR: join(dir, 'idle') })
    const first = await scan(env)
    const unchanged = await scan(env)
    return figure(`scan (${WORKS} folders of 9 files, without ${idle.toFixed(2)} s of program start)`, [
      { name: 'first', value: WORKS / (first - idle), unit: 'folders/s', goal: 100, better: 'more' },
      { name: 'unchanged', value: WORKS / (unchanged - idle), unit: 'folders/s', goal: 2_000, better: 'more' },
    ])
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Returns the duration of `otodana scan` in seconds, including the program's start. */
async function scan(env: Record<string, string>): Promise<number> {
  const cli = join(await ensureServerBuilt(), 'cli.js')
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...nodeFlags, cli, 'scan'], {
    env: programSettings({ ...process.env, LOG_LEVEL: 'error', ...env }),
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const [code] = (await once(child, 'exit')) as [number]
  // Status 1 means reported problems, such as the empty folder.
  if (code > 1) throw new Error(`the scan exited with code ${code}`)
  return (performance.now() - startedAt) / 1_000
}
