import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import type { ScanCounts } from '@otodana/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { dialects, openTestDatabase, type TestDatabase } from '../../../../test/databases.ts'
import { programEnv } from '../../../../test/program-env.ts'
import { cli } from '../../../../test/programs.ts'
import { aFolder, writeWorks } from '../../../../test/work-folders.ts'

const WORKS = 160
const FILES_PER_WORK = 3

test.each(dialects)(
  'ADM-01 ADM-08 scans killed at any time leave whole works and their counts, and the next one goes on (%s)',
  async (dialect) => {
    const database = await openTestDatabase(dialect)
    using folder = aFolder()
    try {
      writeWorks(folder.path, WORKS, { tracks: 1 })
      let stored = 0
      let lastRunId = 0
      for (const goal of [1, 40, 60]) {
        const child = startScan(database, folder.path)
        const ended = once(child, 'close')
        // Its own row, not the works: those of the last scan may be more than this one is to wait for.
        const addedNow = async () => (await findRunAfter(database, lastRunId))?.added ?? 0
        while (child.exitCode === null && (await addedNow()) < goal) await setTimeout(2)
        child.kill('SIGKILL')
        await ended
        await untilAlone(database)
        const whole = await filesOfWorks(database)
        expect(whole.every(({ files, signature }) => files === FILES_PER_WORK && signature !== null)).toBe(true)
        expect(whole.length).toBeGreaterThanOrEqual(stored)
        const run = await findRunAfter(database, lastRunId)
        expect(run?.added).toBe(whole.length - stored)
        stored = whole.length
        lastRunId = run!.id
      }
      expect(stored).toBeGreaterThanOrEqual(100)

      const last = startScan(database, folder.path)
      let output = ''
      last.stdout.on('data', (text: Buffer) => (output += text.toString()))
      const [code] = (await once(last, 'close')) as [number | null]
      expect(output).toContain(`Done: ${WORKS} works found, ${WORKS - stored} new, 0 changed, ${stored} unchanged`)
      expect(code).toBe(0)
      expect(await filesOfWorks(database)).toHaveLength(WORKS)
      const runs = await database.write.selectFrom('scan_run').select('state').orderBy('id').execute()
      expect(runs.at(-1)?.state).toBe('done')
      expect(runs.filter(({ state }) => state === 'running')).toEqual([])
    } finally {
      await database.remove()
    }
  },
  180_000,
)

function startScan({ location }: TestDatabase, library: string) {
  return spawn(process.execPath, [cli, 'scan'], {
    env: programEnv({
      LIBRARY_DIRS: library,
      ...(location.kind === 'sqlite' ? { DATA_DIR: dirname(location.path) } : { DATABASE_URL: location.url }),
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** The newest scan since another, and how many works it has added so far. */
async function findRunAfter({ write }: TestDatabase, id: number): Promise<{ id: number; added: number } | null> {
  const run = await write
    .selectFrom('scan_run')
    .select(['id', 'counts'])
    .where('id', '>', id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return run ? { id: run.id, added: (JSON.parse(run.counts) as ScanCounts).added } : null
}

/** PostgreSQL finishes a statement, such as a commit, before it sees that the client was killed. */
async function untilAlone({ dialect, write }: TestDatabase): Promise<void> {
  if (dialect === 'sqlite') return
  const others = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(write)
    return rows[0]!.count
  }
  await expect.poll(others).toBe(0)
}

function filesOfWorks({ write }: TestDatabase) {
  return write
    .selectFrom('work')
    .leftJoin('file', 'file.work_id', 'work.id')
    .select((eb) => ['work.id', 'work.signature', eb.fn.count<number>('file.id').as('files')])
    .groupBy(['work.id', 'work.signature'])
    .execute()
}
