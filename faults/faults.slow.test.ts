import { expect, test } from 'vitest'

import { testSeed } from '#server-test/seed.ts'

import { runCampaign } from './lib/campaign.ts'
import { report } from './lib/report.ts'
import { scenarios } from './scenarios/index.ts'

/** The quickest that need a server; those that wait for a lease or a timeout are left to `npm run faults`. */
const SHORT = ['kill-writes', 'kill-migration', 'full-disk', 'library-drops']
const KILLS = 2

test(
  `FLT-01 FLT-02 FLT-03 a short campaign against real servers finds nothing lost and nothing half there, with the seed ${testSeed}`,
  { timeout: 300_000 },
  async () => {
    const results = await runCampaign({
      scenarios: scenarios.filter(({ name }) => SHORT.includes(name)),
      seed: testSeed,
      hours: 0,
      kills: null,
      killsOfRound: KILLS,
      signal: new AbortController().signal,
      onProgress: () => {},
    })
    const table = report(results)
    expect(results.map(({ name }) => name).toSorted()).toEqual(SHORT.toSorted())
    expect(
      results.flatMap(({ tally }) => tally.violations),
      table,
    ).toEqual([])
    expect(results.reduce((sum, { tally }) => sum + tally.kills, 0)).toBe(2 * KILLS)
  },
)
