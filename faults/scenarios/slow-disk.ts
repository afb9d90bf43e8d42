import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { underFault } from '../lib/under-fault.ts'
import { until } from '../lib/until.ts'
import { openWorld } from '../lib/world.ts'
import type { Scenario } from '../scenario.ts'

const SOURCE = join(import.meta.dirname, '../lib/slow-disk.c')
/**
 * Of each write to a file, of which a commit has several. SQLite writes in the thread that answers, so with a second for
 * each the answers take half a minute.
 */
const DELAYS_MS = [10, 60, 250]

export const slowDisk: Scenario = {
  name: 'slow-disk',
  fault: `each write to the disk takes ${DELAYS_MS.join(', ')} ms longer`,
  missing: () => (spawnSync('cc', ['--version']).status === 0 ? null : 'needs a C compiler'),
  async run(round) {
    const [library, delay] = [join(round.dir, 'slow-disk.so'), join(round.dir, 'delay')]
    const built = spawnSync('cc', ['-shared', '-fPIC', '-o', library, SOURCE], { encoding: 'utf8' })
    if (built.status !== 0) throw new Error(`cc: ${built.stderr}`)
    await using world = await openWorld(round, { settings: { LD_PRELOAD: library, FAULTS_DISK: delay } })
    for (const ms of DELAYS_MS) {
      await underFault(round, world, {
        name: `a disk that takes ${ms} ms for each write`,
        inflict: () => writeFileSync(delay, 'x'.repeat(ms)),
        heal: () => rmSync(delay),
        says: null,
        async meanwhile() {
          const { status } = await world.server.call('GET', '/api/works')
          if (status !== 200) throw new Error(`lists are answered with ${status}`)
          await until('a write', 60, () => world.writes.one())
        },
      })
    }
  },
}
