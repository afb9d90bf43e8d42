import { readFileSync } from 'node:fs'

import type { ImportReport, KikoeruImport, ReviewedWork, Session, WorkPage } from '@otodana/contract'

import { aKikoeru, aKikoeruWork, kikoeruHash, SECRET } from '#server-test/a-kikoeru.ts'

import { killDuring } from '../lib/kill-during.ts'
import { until } from '../lib/until.ts'
import { openWorld, type World } from '../lib/world.ts'
import type { Scenario } from '../scenario.ts'

const WORKS = 20
/** For works that are not in the library, so that an import takes a while. */
const WAITING = 3_000
const IMPORT_SECONDS = 60

const codeOf = (workId: number) => `RJ${workId}`

export const killKikoeru: Scenario = {
  name: 'kill-kikoeru',
  fault: 'kill -9 while a kikoeru database is imported',
  // Uploads of an administrator are limited to a number an hour.
  kills: 8,
  async run(round) {
    using kikoeru = aKikoeru()
    await using world = await openWorld(round, { works: WORKS })
    kikoeru.insert('t_circle', { id: 1, name: 'Rain' })
    kikoeru.insert('t_user', { name: 'alice', password: kikoeruHash('old password'), group: 'user' })
    kikoeru.run('begin')
    for (const workId of [...world.workIds, ...Array.from({ length: WAITING }, (_, index) => 100_001 + index)]) {
      kikoeru.insert('t_work', aKikoeruWork(workId))
      kikoeru.insert('t_review', { user_name: 'alice', work_id: String(workId), rating: (workId % 5) + 1 })
    }
    kikoeru.run('commit')
    const bytes = new Uint8Array(readFileSync(kikoeru.database))

    const start = async () => {
      await world.admin('POST', '/api/admin/kikoeru/database', { bytes, type: 'application/octet-stream' })
      const body = { isDryRun: false, secret: SECRET, owner: 'listener' }
      await world.admin('POST', '/api/admin/kikoeru/start', { body })
    }
    await killDuring(round, {
      world,
      withinMs: 1_200,
      begin: start,
      async check() {
        await start()
        const done = await until('the end of the import', IMPORT_SECONDS, async () => {
          const now = await world.admin<KikoeruImport>('GET', '/api/admin/kikoeru')
          return now.state !== 'running' && now
        })
        if (done.state !== 'done') throw new Error(`the import is ${done.state}: ${done.problem}`)
        round.tally.violations.push(...(await wrongReviews(world)))
      },
    })
  },
}

async function wrongReviews(world: World): Promise<string[]> {
  const account = { name: 'alice', password: 'old password' }
  const session = await world.server.call<Session>('POST', '/api/auth/me', { body: account, address: '10.0.0.2' })
  if (session.status !== 200) return [`the imported member cannot log in: ${session.status}`]
  const { body } = await world.server.call<{ works: ReviewedWork[] }>('GET', '/api/review?pageSize=100', {
    token: session.body.token,
  })
  const ratings = new Map(body.works.map(({ id, userRating }) => [id, userRating]))
  return world.workIds
    .filter((id) => ratings.get(id) !== (id % 5) + 1)
    .map((id) => `the imported rating of ${id} is ${ratings.get(id)}`)
}

export const killMetadataImport: Scenario = {
  name: 'kill-metadata-import',
  fault: 'kill -9 while a file of metadata is imported',
  async run(round) {
    await using world = await openWorld(round, { works: WORKS })
    const titleOf = (kill: number) => `Title ${kill}`
    const importAs = (kill: number) => {
      const lines = [...world.workIds, ...Array.from({ length: WAITING }, (_, index) => 100_001 + index)]
        .map((workId) => JSON.stringify({ code: codeOf(workId), title: titleOf(kill) }))
        .join('\n')
      return world.admin<ImportReport>('POST', '/api/admin/metadata/import', {
        bytes: lines,
        type: 'application/x-ndjson',
      })
    }
    const titlesNow = async () => {
      const { works } = await world.admin<WorkPage>('GET', '/api/works?pageSize=100')
      return new Set(works.map(({ title }) => title))
    }
    await killDuring(round, {
      world,
      withinMs: 1_500,
      begin(kill) {
        // Its answer may never come.
        void importAs(kill).catch(() => {})
        return Promise.resolve()
      },
      async check(kill) {
        const { violations } = round.tally
        const titles = await titlesNow()
        if (titles.size > 1 && [...titles].some((title) => title.startsWith('Title'))) {
          violations.push(`the import is half there: ${[...titles].join(', ')}`)
        }
        const { problemCount, problems } = await importAs(kill)
        if (problemCount > 0) violations.push(`the import after the kill has problems: ${JSON.stringify(problems[0])}`)
        const after = [...(await titlesNow())]
        if (after.length !== 1 || after[0] !== titleOf(kill)) {
          violations.push(`after the import of ${titleOf(kill)} the works are called ${after.join(', ')}`)
        }
      },
    })
  },
}
