import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { until } from '../lib/until.ts'
import { underFault } from '../lib/under-fault.ts'
import { openWorld } from '../lib/world.ts'
import type { Scenario } from '../scenario.ts'

/** A stream waits for ffmpeg so long at most. */
const ANSWER_SECONDS = 150
const MAX_RSS_MB = 700

/** What stands for ffmpeg does what a file says. */
const script = (file: string) => `#!/bin/sh
case "$(cat '${file}')" in
  hang) exec sleep 100000 ;;
  fail) echo 'Invalid data found when processing input' >&2; exit 1 ;;
  flood) yes 'Invalid data found when processing input' | head -c 2000000000 | tee /dev/stderr ;;
  *) exec ffmpeg "$@" ;;
esac
`

export const ffmpegFaults: Scenario = {
  name: 'ffmpeg',
  fault: 'ffmpeg hangs, fails, or floods its output',
  missing: () => (spawnSync('ffmpeg', ['-version']).status === 0 ? null : 'needs ffmpeg'),
  async run(round) {
    const [program, file] = [join(round.dir, 'ffmpeg'), join(round.dir, 'mode')]
    writeFileSync(program, script(file))
    chmodSync(program, 0o755)
    writeFileSync(file, 'work')
    await using world = await openWorld(round, { settings: { FFMPEG_PATH: program, SOUND_ANALYSIS: 'local' } })
    const { hashes, token } = world.member
    let next = 0
    const small = () =>
      fetch(`${world.server.url}/api/media/streamLowQuality/${hashes[next++ % hashes.length]}?token=${token}`, {
        signal: AbortSignal.timeout(ANSWER_SECONDS * 1_000),
      })
    for (const mode of ['fail', 'hang', 'flood']) {
      await underFault(round, world, {
        name: `a ffmpeg to ${mode}`,
        inflict: () => writeFileSync(file, mode),
        heal: () => writeFileSync(file, 'work'),
        says: null,
        async meanwhile() {
          const begunAt = performance.now()
          const answer = await small()
          await answer.arrayBuffer().catch(() => {})
          const original = await fetch(`${world.server.url}/api/media/stream/${hashes[0]}?token=${token}`)
          if (!original.ok) throw new Error(`the original is answered with ${original.status}`)
          await original.arrayBuffer()
          round.tally.said.add(
            `${mode}: ${answer.status} after ${((performance.now() - begunAt) / 1_000).toFixed(0)} s`,
          )
          if (answer.ok) throw new Error('a stream was answered with success')
          await sleep(1_000)
          const rssMb = residentMb(world.server.pid())
          if (rssMb > MAX_RSS_MB) throw new Error(`the server takes ${rssMb} MB`)
        },
      })
      await until('a small version', 60, async () => (await small()).ok)
    }
  },
}

function residentMb(pid: number): number {
  const [, kb = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kb) / 1_000)
}
