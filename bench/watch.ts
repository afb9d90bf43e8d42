import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { openDatabase } from '../apps/server/src/db/open.ts'
import { createLibraryWatch } from '../apps/server/src/features/library/watch/library-watch.ts'
import { createLogger } from '../apps/server/src/http/logger.ts'
import { MAX_WATCHED } from '../apps/server/src/features/library/watch/watched-folders.ts'
import { aWorkRow } from '../apps/server/test/work-rows.ts'
import { type Figure, figure } from './figure.ts'

const FOLDERS = 100_000
/** A work's own folder, and those in it. */
const IN_WORK = ['', '/mp3', '/wav']
const TRACKS = 5
const ROWS_AT_ONCE = 200
const REST_MS = 5_000
const LONGEST_MS = 60_000

/** Measures what watching 100,000 folders of works costs in memory and at rest, and how soon a new folder is handed to a scan. */
export async function run(): Promise<Figure> {
  const dir = mkdtempSync(join(tmpdir(), 'otodana-bench-watch-'))
  const root = join(dir, 'library')
  const database = await openDatabase({ kind: 'sqlite', path: join(dir, 'otodana.db') })
  const noticed = Promise.withResolvers<void>()
  try {
    await database.write.insertInto('circle').values({ id: 1, name: 'a circle', name_key: 'a circle' }).execute()
    for (let first = 1; first <= FOLDERS / IN_WORK.length; first += ROWS_AT_ONCE) {
      const works = Array.from({ length: ROWS_AT_ONCE }, (_, index) => {
        const path = `circle ${(first + index) % 2_000}/RJ${String(first + index).padStart(6, '0')}`
        for (const folder of IN_WORK) mkdirSync(join(root, path + folder), { recursive: true })
        return { ...aWorkRow(first + index), root, path, state: 'present' as const }
      })
      await database.write.insertInto('work').values(works).execute()
      await database.write.insertInto('file').values(works.flatMap(filesOf)).execute()
    }
    const watch = createLibraryWatch({
      database,
      findRoots: async () => ({ roots: [{ path: root, isDemo: false }], retired: [], refused: [] }),
      scan: async () => {
        noticed.resolve()
        return true
      },
      log: createLogger('silent'),
    })
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    await watch.start()
    globalThis.gc?.()
    const memory = (process.memoryUsage().rss - before) / 1e6
    const atRest = process.cpuUsage()
    await sleep(REST_MS)
    const { user, system } = process.cpuUsage(atRest)
    const changedAt = performance.now()
    mkdirSync(join(root, 'circle 7', 'RJ999999'))
    const patience = setTimeout(() => noticed.reject(new Error('the new folder was not noticed')), LONGEST_MS)
    await noticed.promise
    clearTimeout(patience)
    const seconds = (performance.now() - changedAt) / 1_000
    watch.close()
    return figure(`watch (${FOLDERS} folders of works in 2,000 of circles, ${MAX_WATCHED} watched)`, [
      { name: 'memory', value: memory, unit: 'MB', goal: 50, better: 'less' },
      { name: 'CPU at rest', value: (user + system) / 10 / REST_MS, unit: '%', goal: 1, better: 'less' },
      { name: 'noticed', value: seconds, unit: 's', goal: 10, better: 'less' },
    ])
  } finally {
    await database.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

function filesOf({ id }: { id: number }) {
  return IN_WORK.slice(1).flatMap((folder) =>
    Array.from({ length: TRACKS }, (_, index) => ({
      work_id: id,
      path: `${folder.slice(1)}/${index + 1}. night.mp3`,
      kind: 'audio' as const,
      size_bytes: 1,
      mtime_ms: 1,
      fingerprint: '',
      has_picture: 0 as const,
      state: 'present' as const,
    })),
  )
}
