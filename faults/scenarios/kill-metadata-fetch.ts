import type { MetadataFetch, WorkPage } from '@otodana/contract'

import { startMetadataStore } from '#server-test/metadata-store.ts'

import { killDuring } from '../lib/kill-during.ts'
import { until } from '../lib/until.ts'
import { openWorld } from '../lib/world.ts'
import type { Scenario } from '../scenario.ts'

const WORKS = 20
const FETCH_SECONDS = 90

export const killMetadataFetch: Scenario = {
  name: 'kill-metadata-fetch',
  fault: 'kill -9 while metadata is fetched',
  // A task of a killed server is free again when its lease has ended.
  kills: 4,
  async run(round) {
    const codes = Array.from({ length: WORKS }, (_, index) => `RJ${900_001 + index}`)
    const store = await startMetadataStore(codes.map((code) => ({ code })))
    try {
      await using world = await openWorld(round, {
        works: WORKS,
        settings: { METADATA_PROVIDERS: 'dlsite', DLSITE_URL: store.url, METADATA_DELAY_SECONDS: '0' },
      })
      await killDuring(round, {
        world,
        withinMs: 1_500,
        async begin(kill) {
          for (const code of codes) store.change(code, { title: titleOf(code, kill) })
          await world.admin('POST', '/api/admin/metadata/fetch', { body: { works: 'all' } })
        },
        async check(kill) {
          await until('the end of the lookup by itself', FETCH_SECONDS, async () => {
            const { waiting, failed } = await world.admin<MetadataFetch>('GET', '/api/admin/metadata')
            if (failed > 0) round.tally.violations.push(`${failed} lookups failed`)
            return waiting === 0
          })
          const { works } = await world.admin<WorkPage>('GET', '/api/works?pageSize=100')
          for (const { source_id: code, title, id } of works) {
            if (title !== titleOf(code, kill))
              round.tally.violations.push(`${code} is called ${title} after kill ${kill}`)
            const cover = await world.server.call('GET', `/api/cover/${id}.jpg?type=main`)
            if (cover.status !== 200)
              round.tally.violations.push(`the cover of ${code} is answered with ${cover.status}`)
          }
        },
      })
    } finally {
      await store.close()
    }
  },
}

const titleOf = (code: string, kill: number) => `作品 ${code} 第${kill}版`
