import { killDuring } from '../lib/kill-during.ts'
import { openWorld } from '../lib/world.ts'
import type { Scenario } from '../scenario.ts'

export const killWrites: Scenario = {
  name: 'kill-writes',
  fault: 'kill -9 while members write',
  async run(round) {
    await using world = await openWorld(round)
    await killDuring(round, {
      world,
      withinMs: 400,
      begin: () => Promise.resolve(),
      check: () => Promise.resolve(),
    })
  },
}
