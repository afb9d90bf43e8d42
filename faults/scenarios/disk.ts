import { join } from 'node:path'

import { mayMount } from '#server-test/a-disk.ts'

import { aSmallDisk, fillUp, mount } from '../lib/disks.ts'
import { underFault } from '../lib/under-fault.ts'
import { until } from '../lib/until.ts'
import { openWorld } from '../lib/world.ts'
import type { Scenario } from '../scenario.ts'

const DISK_KB = 60_000
const needsRoot = () => (mayMount() ? null : 'needs root')

export const fullDisk: Scenario = {
  name: 'full-disk',
  fault: 'the disk of the data folder is full, and has room again',
  missing: needsRoot,
  async run(round) {
    const disk = join(round.dir, 'disk')
    using _ = aSmallDisk(disk, DISK_KB)
    await using world = await openWorld(round, { dataDir: join(disk, 'data') })
    for (let time = 0; time < Math.min(round.kills, 3); time++) {
      let makeRoom = () => {}
      await underFault(round, world, {
        name: 'a full disk',
        inflict: () => void (makeRoom = fillUp(disk)),
        heal: () => makeRoom(),
        says: /the disk is full[^"\n]*|database or disk is full|no space left[^"\n]*/i,
        async meanwhile() {
          const { status } = await world.server.call('GET', '/api/works')
          if (status !== 200) throw new Error(`lists are answered with ${status}`)
        },
      })
    }
  },
}

/** A disk is made read-only while no file on it is open for writing, so the server is started on it. */
export const readOnlyDisk: Scenario = {
  name: 'read-only-disk',
  fault: 'a start with a read-only data folder, after a kill and after a clean stop',
  missing: needsRoot,
  async run(round) {
    const disk = join(round.dir, 'disk')
    using _ = aSmallDisk(disk, DISK_KB)
    await using world = await openWorld(round, { dataDir: join(disk, 'data') })
    for (let time = 0; time < Math.min(round.kills, 2) && !round.signal.aborted; time++) {
      await world.recovered()
      if (time % 2 === 0) {
        await world.server.kill()
        round.tally.kills++
      } else await world.server.stop()
      mount('-o', 'remount,ro', disk)
      try {
        await world.server.start()
        const says = /the data folder is read-only[^"\n]*/
        round.tally.said.add(await until('words about the disk', 20, () => says.exec(world.server.log())?.[0]))
        if (await world.writes.one()) throw new Error('a write to a read-only disk was acknowledged')
        const { status } = await world.server.call('GET', '/api/works')
        if (status !== 200) throw new Error(`lists are answered with ${status}`)
      } finally {
        await world.server.kill()
        mount('-o', 'remount,rw', disk)
      }
      await world.startAgain()
      await world.verify()
    }
  },
}
