import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openTestDatabase } from '../../../test/databases.ts'
import { programEnv } from '../../../test/program-env.ts'
import { cli, main } from '../../../test/programs.ts'
import { aFolder, aWav, writeFiles } from '../../../test/work-folders.ts'

// Each server is a process, and a busy machine starts few of them a second.
vi.setConfig({ testTimeout: 180_000 })

const ATTEMPTS = 5
const SECOND_MS = 1_000

let folder: ReturnType<typeof aFolder>
const running: ChildProcess[] = []

beforeEach(() => {
  folder = aFolder()
  writeFiles(folder.path, { 'library/RJ01000001 Rain/01.wav': aWav() })
})
afterEach(async () => {
  await stopServers()
  folder[Symbol.dispose]()
})

async function stopServers(): Promise<void> {
  for (const child of running.splice(0)) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
}

async function startServer(name: string, env: Record<string, string>) {
  const dataDir = join(folder.path, name)
  const settings = { PORT: '0', OTODANA_WEB: 'off', LOG_LEVEL: 'error', SCAN_INTERVAL_MINUTES: '0' }
  const child = spawn(process.execPath, [main], {
    env: programEnv({ ...settings, LIBRARY_DIRS: join(folder.path, 'library'), DATA_DIR: dataDir, ...env }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  const url = await vi.waitUntil(() => /listens on (http\S+)/.exec(output)?.[1], { timeout: 60_000 })
  async function count(keyword: string): Promise<number> {
    const response = await fetch(`${url}/api/works?keyword=${encodeURIComponent(keyword)}`)
    expect(response.status).toBe(200)
    return ((await response.json()) as { pagination: { totalCount: number } }).pagination.totalCount
  }

  return {
    /** Number of works that match the keyword. */
    count,
    /** Starts a scan, after the current one if any. */
    async scan(): Promise<void> {
      const headers = { authorization: `Bearer ${readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()}` }
      const start = () => fetch(`${url}/api/library/scan`, { method: 'POST', headers })
      await vi.waitUntil(async () => (await start()).ok, { timeout: 60_000 })
    },
    /** Returns the milliseconds until the keyword has results. */
    async timeToFind(keyword: string): Promise<number> {
      const from = performance.now()
      await vi.waitUntil(async () => (await count(keyword)) > 0, { timeout: 30_000, interval: 10 })
      return performance.now() - from
    },
  }
}

test('two servers on one PostgreSQL show each other’s changes within a second, announced or not', async () => {
  const database = await openTestDatabase('postgres')
  try {
    if (database.location.kind !== 'postgres') throw new Error('is PostgreSQL')
    const env = { DATABASE_URL: database.location.url }
    const first = await startServer('first', env)
    const second = await startServer('second', env)
    await first.timeToFind('Rain')
    await second.timeToFind('Rain')

    writeFiles(folder.path, { 'library/RJ01000002 Snow/01.wav': aWav() })
    await second.scan()
    await first.timeToFind('Snow')
    await second.timeToFind('Snow')

    const rename = (title: string) =>
      database.write.updateTable('work').set({ title }).where('id', '=', 1000001).execute()
    const silence = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen %'`.execute(database.write)
    for (const isSilenced of [false, true]) {
      const times: number[] = []
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const title = `Title ${attempt} ${isSilenced ? 'unheard' : 'heard'}`
        if (isSilenced) await vi.waitUntil(async () => (await silence()).rows.length > 0)
        await rename(title)
        times.push(Math.max(...(await Promise.all([first, second].map((server) => server.timeToFind(title))))))
        expect(await first.count(title)).toBe(1)
      }
      // On a busy machine some attempts take longer.
      expect(Math.min(...times)).toBeLessThan(SECOND_MS)
    }
  } finally {
    await stopServers()
    await database.remove()
  }
})

test('a server on SQLite shows what an import beside it has brought', async () => {
  const server = await startServer('data', {})
  await server.timeToFind('Rain')
  writeFiles(folder.path, { 'works.jsonl': `${JSON.stringify({ code: 'RJ01000001', title: 'Hail' })}\n` })
  const child = spawn(process.execPath, [cli, 'import', join(folder.path, 'works.jsonl')], {
    env: programEnv({ DATA_DIR: join(folder.path, 'data') }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(await once(child, 'exit')).toEqual([0, null])
  await server.timeToFind('Hail')
  expect(await server.count('Rain')).toBe(0)
})
