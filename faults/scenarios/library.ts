import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { mayMount } from '#server-test/a-disk.ts'
import { writeWorks } from '#server-test/work-folders.ts'

import { freePort } from '../../scripts/lib/free-port.ts'
import { running } from '../lib/clean-ups.ts'
import { mount, unmount, unmounting } from '../lib/disks.ts'
import { startProxy } from '../lib/proxy.ts'
import { type Fault, underFault } from '../lib/under-fault.ts'
import { until } from '../lib/until.ts'
import { openWorld, type World } from '../lib/world.ts'
import type { Scenario } from '../scenario.ts'

const WORKS = 20
const SAYS =
  /library folder[^"\n]*|(?:not available|unavailable|does not answer|no answer|cannot be read|is empty)[^"\n]*|ENOTCONN|EIO/i

/** The same in the middle of a scan of all works. */
function duringScan(world: World, fault: Fault): Fault {
  return {
    ...fault,
    async inflict() {
      await world.scanEnds()
      await world.admin('POST', '/api/library/scan', { body: { full: 1 } })
      await fault.inflict()
    },
    async meanwhile() {
      const { status } = await world.server.call('GET', '/api/works')
      if (status !== 200) throw new Error(`lists are answered with ${status}`)
    },
  }
}

export const droppedLibrary: Scenario = {
  name: 'library-drops',
  fault: 'the mount of the library drops in the middle of a scan, and is back',
  missing: () => (mayMount() ? null : 'needs root'),
  async run(round) {
    const [elsewhere, libraryDir] = [join(round.dir, 'elsewhere'), join(round.dir, 'library')]
    for (const dir of [elsewhere, libraryDir]) mkdirSync(dir)
    writeWorks(elsewhere, WORKS)
    using _ = unmounting(libraryDir)
    mount('--bind', elsewhere, libraryDir)
    await using world = await openWorld(round, { works: WORKS, libraryDir, fillLibrary: () => {} })
    for (let time = 0; time < Math.min(round.kills, 3); time++) {
      const fault: Fault = {
        name: 'a dropped mount',
        inflict: () => unmount(libraryDir),
        heal: () => mount('--bind', elsewhere, libraryDir),
        says: SAYS,
      }
      await underFault(round, world, duringScan(world, fault))
    }
  },
}

function hasRclone(): boolean {
  return existsSync('/dev/fuse') && spawnSync('rclone', ['version']).status === 0
}

/** The library is mounted over a network that our proxy stands for. */
export const hangingLibrary: Scenario = {
  name: 'library-hangs',
  fault: 'the mount of the library is slow, or hangs in the middle of a scan',
  missing: () => (!hasRclone() ? 'needs rclone and FUSE' : mayMount() ? null : 'needs root'),
  async run(round) {
    const [elsewhere, libraryDir] = [join(round.dir, 'elsewhere'), join(round.dir, 'library')]
    for (const dir of [elsewhere, libraryDir]) mkdirSync(dir)
    writeWorks(elsewhere, WORKS)
    const port = await freePort()
    const rclone = (...args: string[]) => running('rclone', [...args, '--config', '/dev/null'])
    await using _served = rclone('serve', 'webdav', elsewhere, '--addr', `127.0.0.1:${port}`)
    await using proxy = await startProxy({ host: '127.0.0.1', port })
    await until('the server of the mount', 20, async () => (await fetch(`http://127.0.0.1:${port}`)).ok)
    const remote = `:webdav,url='http://127.0.0.1:${proxy.port}':`
    // Before the mount, so that it comes after its end: without an answer from this process unmounting would hang.
    using _ = unmounting(libraryDir)
    await using _mounted = rclone(
      'mount',
      remote,
      libraryDir,
      '--dir-cache-time',
      '0s',
      '--attr-timeout',
      '0s',
      '--retries',
      '1',
      '--low-level-retries',
      '1',
    )
    await until('the mount', 20, async () => (await readdir(libraryDir)).length === WORKS)
    await using world = await openWorld(round, { works: WORKS, libraryDir, fillLibrary: () => {} })
    const toxics = [
      { name: 'a slow mount', toxic: { kind: 'latency', ms: 30 }, says: null },
      { name: 'a hanging mount', toxic: { kind: 'halfOpen' }, says: SAYS },
    ] as const
    for (const { name, toxic, says } of toxics) {
      const fault: Fault = { name, inflict: () => proxy.inflict(toxic), heal: () => proxy.heal(), says }
      await underFault(round, world, duringScan(world, fault))
    }
  },
}
