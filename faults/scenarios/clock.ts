import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Backups } from '@otodana/contract'

import { underFault } from '../lib/under-fault.ts'
import { until } from '../lib/until.ts'
import { openWorld } from '../lib/world.ts'
import type { Scenario } from '../scenario.ts'

const HOUR_MS = 3_600_000
const JOB_SECONDS = 60

export const clockJumps: Scenario = {
  name: 'clock-jumps',
  fault: 'the clock jumps by an hour or a day, forth and back',
  async run(round) {
    const file = join(round.dir, 'clock')
    const jump = (ms: number) => writeFileSync(file, String(ms))
    jump(0)
    await using world = await openWorld(round, {
      settings: { FAULTS_CLOCK: file },
      nodeArguments: ['--import', pathToFileURL(join(import.meta.dirname, '../lib/shifted-clock.ts')).href],
    })
    const backups = () => world.admin<Backups>('GET', '/api/admin/backups')
    for (const hours of [1, -1, 24, -24]) {
      await underFault(round, world, {
        name: `a jump of ${hours} hours`,
        inflict: () => jump(hours * HOUR_MS),
        heal: () => jump(0),
        says: null,
        async meanwhile() {
          await until('a write', JOB_SECONDS, () => world.writes.one())
          await world.scan()
          // A job, which has a lease.
          const before = (await backups()).backups.length
          await world.admin('POST', '/api/admin/backups')
          await until('a backup', JOB_SECONDS, async () => (await backups()).backups.length > before)
        },
      })
    }
  },
}
