import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { SubtitlePage, WorkPage } from '@otodana/contract'

import { aWorkFolder } from '#server-test/work-folders.ts'

import { killDuring } from '../lib/kill-during.ts'
import { until } from '../lib/until.ts'
import { changeWork, openWorld, type World } from '../lib/world.ts'
import type { Scenario } from '../scenario.ts'

const WORKS = 30
const NEW_WORKS = 20
const INDEX_SECONDS = 60
/** Of `aWorkFolder`: two recordings, a cover and a text; then a subtitle for the first recording. */
const FILES = [4, 5]

/** Each kill finds new works, and a subtitle that is new in every old one. */
export const killScan: Scenario = {
  name: 'kill-scan',
  fault: 'kill -9 during scans and while subtitles are indexed',
  // A task of a killed server is free again when its lease has ended.
  kills: 4,
  async run(round) {
    await using world = await openWorld(round, { works: WORKS, settings: { SUBTITLE_SEARCH: 'on' } })
    let works = WORKS
    await killDuring(round, {
      world,
      withinMs: 1_500,
      async begin(kill) {
        for (let number = 1; number <= works; number++) {
          changeWork(world.libraryDir, number, { 'wav/1. night 1.vtt': subtitle(kill) })
        }
        for (let added = 0; added < NEW_WORKS; added++) changeWork(world.libraryDir, ++works, aWorkFolder(works))
        await world.admin('POST', '/api/library/scan', { body: {} })
      },
      async check(kill) {
        round.tally.violations.push(...halfWorks(world))
        await world.scan()
        const { pagination } = await world.admin<WorkPage>('GET', '/api/works')
        if (pagination.totalCount !== works) throw new Error(`${pagination.totalCount} works are listed, not ${works}`)
        await until(`the subtitles of ${works - NEW_WORKS} works in searches`, INDEX_SECONDS, async () => {
          const found = await world.admin<SubtitlePage>('GET', `/api/subtitles/search?query=${wordOf(kill)}`)
          return found.pagination.totalCount === works - NEW_WORKS
        })
      },
    })
  },
}

const wordOf = (kill: number) => `lantern${String.fromCodePoint(97 + (kill % 26)).repeat(3 + Math.floor(kill / 26))}`

const subtitle = (kill: number) => `WEBVTT\n\n00:00.000 --> 00:00.900\nThe ${wordOf(kill)} of the ferry\n`

/** Works whose files were stored without the work, or the other way round. */
function halfWorks({ dataDir }: World): string[] {
  const database = new DatabaseSync(join(dataDir, 'otodana.db'), { readOnly: true, timeout: 10_000 })
  try {
    const rows = database
      .prepare(
        `select work.id, work.signature, count(file.id) as files from work left join file on file.work_id = work.id
         group by work.id, work.signature`,
      )
      .all()
    return rows
      .filter(({ signature, files }) => signature === null || !FILES.includes(Number(files)))
      .map(({ id, files }) => `work ${String(id)} has ${String(files)} files`)
  } finally {
    database.close()
  }
}
