import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'

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
      for (const goal of [1, 40, 100]) {
        const child = startScan(database, folder.path)
        const ended = once(child, 'close')
        while (child.exitCode === null && (await countWorks(database)) < goal) await setTimeout(2)
        child.kill('SIGKILL')
        await ended
        const whole = await filesOfWorks(database)
        expect(whole.every(({ files, signature }) => files === FILES_PER_WORK && signature !== null)).toBe(true)
        expect(whole.length).toBeGreaterThanOrEqual(stored)
        const run = await database.write
          .selectFrom('scan_run')
          .select('counts')
          .orderBy('id', 'desc')
          .executeTakeFirst()
        expect(JSON.parse(run?.counts ?? '{}')).toMatchObject({ added: whole.length - stored })
        stored = whole.length
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

async function countWorks({ write }: TestDatabase): Promise<number> {
  const { count } = await write
    .selectFrom('work')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function filesOfWorks({ write }: TestDatabase) {
  return write
    .selectFrom('work')
    .leftJoin('file', 'file.work_id', 'work.id')
    .select((eb) => ['work.id', 'work.signature', eb.fn.count<number>('file.id').as('files')])
    .groupBy(['work.id', 'work.signature'])
    .execute()
}
