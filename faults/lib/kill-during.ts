import { setTimeout as sleep } from 'node:timers/promises'

import type { Round } from '../scenario.ts'
import type { World } from './world.ts'

type Task = {
  world: World
  /** Starts what the kill interrupts; `kill` counts from 0. */
  begin(kill: number): Promise<unknown>
  /** The kill comes at a random moment up to this one, so that some come after the end. */
  withinMs: number
  /** Adds what is not whole, once the server has recovered. */
  check(kill: number): Promise<void>
}

/** Kills a server again and again in the middle of a task, while a member writes, and looks at what is there afterwards. */
export async function killDuring(round: Round, { world, begin, withinMs, check }: Task): Promise<void> {
  const { random, kills, signal, tally } = round
  for (let kill = 0; kill < kills && !signal.aborted; kill++) {
    const stopping = new AbortController()
    const writing = world.writes.keepWriting(stopping.signal)
    try {
      await begin(kill)
      await sleep(random() * withinMs)
      await world.server.kill()
    } finally {
      stopping.abort()
      await writing
    }
    tally.kills++
    await world.startAgain()
    await check(kill)
    await world.verify()
  }
}
