import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { dialects, openTestDatabase } from '../../../test/databases.ts'
import { STEPS_A_ROUND, WORKS, type Written } from '../../../test/member-writer.ts'
import { prepareForWriter } from '../../../test/member-writer-world.ts'
import { testProgram } from '../../../test/programs.ts'
import { aFolder } from '../../../test/work-folders.ts'
import { openDatabase } from '../open.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const WRITTEN_BEFORE = 2 * WORKS

describe.each(dialects)('a drill on %s', (dialect) => {
  test(
    'ADM-05 BAK-02 after the loss of everything, a backup made while members wrote has all that was acknowledged before it',
    { timeout: 180_000 },
    async () => {
      using folder = aFolder()
      const database = await openTestDatabase(dialect)
      const { accountId, playlistId } = await prepareForWriter(database)
      const args = [JSON.stringify(database.location), String(accountId), playlistId, '1']
      const writer = fork(testProgram('member-writer'), args)
      const told = new Map<Written['kind'], number>()
      const enough = Promise.withResolvers<void>()
      writer.on('message', ({ kind, number }: Written) => {
        told.set(kind, number)
        if (told.size === 3 && [...told.values()].every((last) => last > STEPS_A_ROUND + WRITTEN_BEFORE))
          enough.resolve()
      })
      await enough.promise

      const acknowledged = new Map(told)
      const path = join(folder.path, 'a.backup')
      await writeBackup({ location: database.location, dataDir: folder.path, path })
      const hadWrittenMeanwhile = (told.get('review') ?? 0) > (acknowledged.get('review') ?? 0)
      writer.kill('SIGKILL')
      await once(writer, 'close')
      await database.remove()

      const dataDir = join(folder.path, 'new')
      const location = { kind: 'sqlite' as const, path: join(dataDir, 'otodana.db') }
      await restoreBackup({ path, location, dataDir, replaces: false })
      const { read, close } = await openDatabase(location)
      const reviews = await read.selectFrom('review').select(['work_id', 'rating', 'review_text']).execute()
      const stars = await read.selectFrom('member_rating').selectAll().execute()
      for (const { work_id, rating, review_text } of reviews) {
        // Written together, by the member and by the server.
        expect(rating).toBe((Number(review_text) % 5) + 1)
        const expected = [0, 0, 0, 0, 0].with((rating ?? 1) - 1, 1)
        expect(JSON.parse(stars.find((row) => row.work_id === work_id)?.stars ?? '')).toEqual(expected)
      }
      const places = await read.selectFrom('place').select(['file_id', 'seconds']).execute()
      const workOf = (number: number) => (number % WORKS) + 1
      for (const kind of ['review', 'place'] as const) {
        const last = acknowledged.get(kind) ?? 0
        for (let number = last - WORKS + 1; number <= last; number++) {
          const stored =
            kind === 'review'
              ? Number(reviews.find((row) => row.work_id === workOf(number))?.review_text)
              : places.find((row) => row.file_id === workOf(number))?.seconds
          expect(stored).toBeGreaterThanOrEqual(number)
          expect(workOf(stored ?? 0)).toBe(workOf(number))
        }
      }
      const works = await read.selectFrom('playlist_work').select('work_id').execute()
      expect(works.length).toBeGreaterThanOrEqual(WORKS - 1)
      expect(hadWrittenMeanwhile).toBe(true)
      await close()
    },
  )
})
