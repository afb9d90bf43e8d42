import { setTimeout as sleep } from 'node:timers/promises'

import { openWorld } from '../lib/world.ts'
import type { Scenario } from '../scenario.ts'

const HEAP_MB = 40
const LOAD_SECONDS = 8
const READERS = 40

/**
 * The process may end, as the system would end it: the round passes whether it ends or not, and says which. Only what it has
 * acknowledged is checked, which must be there.
 */
export const memoryPressure: Scenario = {
  name: 'memory',
  fault: `a heap of ${HEAP_MB} MB under load`,
  async run(round) {
    const { tally, random } = round
    await using world = await openWorld(round, {
      works: 40,
      nodeArguments: [`--max-old-space-size=${HEAP_MB}`],
    })
    const { server } = world
    const stopping = new AbortController()
    const writing = world.writes.keepWriting(stopping.signal)
    const reading = Array.from({ length: READERS }, async () => {
      while (!stopping.signal.aborted) {
        const path = [
          '/api/works?pageSize=100',
          '/api/search/evening?pageSize=100',
          `/api/works?page=1&seed=${Math.floor(random() * 1e6)}&order=random`,
        ][Math.floor(random() * 3)]!
        await server.call('GET', path).catch(() => sleep(50))
      }
    })
    await sleep(LOAD_SECONDS * 1_000)
    stopping.abort()
    await Promise.all([writing, ...reading])
    const hasEnded = server.exitCode() !== null || (await server.call('GET', '/api/livez').catch(() => null)) === null
    tally.said.add(hasEnded ? 'the process ended' : 'the process went on')
    if (hasEnded) {
      await server.kill()
      await world.startAgain()
    } else await world.recovered()
    await world.verify()
  },
}
