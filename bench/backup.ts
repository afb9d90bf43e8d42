import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Backups } from '@otodana/contract'

import { restoreBackup } from '#server/db/backup/restore-backup.ts'

import { startTemporaryPostgres } from '../scripts/start-postgres.ts'
import { type Figure, figure } from './figure.ts'
import { fillDatabase } from './lib/fill-database.ts'
import { generateCatalogue } from './lib/generated-works.ts'
import { measurePaced } from './lib/paced-load.ts'
import { startOurs } from './lib/server-process.ts'

const WORKS = 100_000
const PER_SECOND = 100
const POLL_MS = 100
const PATHS = ['/api/works?page=1', '/api/works?page=40&pageSize=96', '/api/search/rain?page=1']

/**
 * Measures a backup of a library of 100,000 works by the server that serves it, what its visitors notice, and restoring it
 * into SQLite and PostgreSQL.
 */
export async function run(): Promise<Figure> {
  const dir = mkdtempSync(join(tmpdir(), 'otodana-bench-backup-'))
  const postgres = await startTemporaryPostgres()
  try {
    const dataDir = join(dir, 'data')
    const location = { kind: 'sqlite' as const, path: join(dataDir, 'otodana.db') }
    await fillDatabase(location, generateCatalogue(WORKS), join(dir, 'generated'))
    const server = await startOurs({ DATA_DIR: dataDir, LIBRARY_DIRS: join(dir, 'generated') })
    const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
    const ask = async (method: string) => {
      const answer = await fetch(`${server.url}/api/admin/backups`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      })
      return (await answer.json()) as Backups
    }
    // The first answers are made; later ones are cached.
    await measurePaced(server.url, PATHS, PER_SECOND, sleep(3_000))
    const alone = await measurePaced(server.url, PATHS, PER_SECOND, sleep(5_000))
    const startedAt = performance.now()
    const meanwhile = await measurePaced(server.url, PATHS, PER_SECOND, backUp(ask))
    const backupSeconds = (performance.now() - startedAt) / 1_000
    const [made] = (await ask('GET')).backups
    await server.stop()
    if (!made) throw new Error('there is no backup')
    const path = join(dataDir, 'backups', made.name)

    const intoSqlite = await secondsOf(() => {
      const restored = join(dir, 'restored')
      return restoreBackup({
        path,
        location: { kind: 'sqlite', path: join(restored, 'otodana.db') },
        dataDir: restored,
        replaces: false,
      })
    })
    const intoPostgres = await secondsOf(() =>
      restoreBackup({
        path,
        location: { kind: 'postgres', url: postgres.url },
        dataDir: join(dir, 'restored-2'),
        replaces: false,
      }),
    )
    const databaseMB = statSync(location.path).size / 1e6
    return figure(`backup (${WORKS.toLocaleString('en')} works, a database of ${Math.round(databaseMB)} MB)`, [
      { name: 'made in', value: backupSeconds, unit: 's', goal: 15, better: 'less', digits: 1 },
      { name: 'size', value: made.sizeBytes / 1e6, unit: 'MB', goal: databaseMB, better: 'less' },
      { name: 'p99 of requests alone', value: alone.p99Ms, unit: 'ms', goal: 20, better: 'less', digits: 1 },
      { name: 'and meanwhile', value: meanwhile.p99Ms, unit: 'ms', goal: 100, better: 'less', digits: 1 },
      { name: 'restored into SQLite in', value: intoSqlite, unit: 's', goal: 30, better: 'less', digits: 1 },
      { name: 'into PostgreSQL in', value: intoPostgres, unit: 's', goal: 60, better: 'less', digits: 1 },
    ])
  } finally {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function backUp(ask: (method: string) => Promise<Backups>): Promise<void> {
  let state = await ask('POST')
  while (state.progress !== null) {
    await sleep(POLL_MS)
    state = await ask('GET')
  }
  if (state.failure) throw new Error(state.failure.message)
}

async function secondsOf(task: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await task()
  return (performance.now() - startedAt) / 1_000
}
