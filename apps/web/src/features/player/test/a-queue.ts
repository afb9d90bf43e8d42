import * as rules from '../queue/queue.ts'
import type { PlayMode, Queue } from '../queue/queue.ts'
import { someTracks } from './a-track.ts'

export const half = () => 0.5

export function aQueue(count: number, index = 0, mode: PlayMode = 'order', random = half): Queue {
  const { queue } = rules.replaceTracks(rules.emptyQueue, someTracks(count), index, random)
  return rules.setMode(queue, mode, random)
}

/** A queue as commands produce it, from random numbers. */
export function queueFrom({
  count,
  at,
  mode,
  seed,
}: {
  count: number
  at: number
  mode: PlayMode
  seed: number
}): Queue {
  return aQueue(count, at % count, mode, seeded(seed))
}

export function seeded(seed: number): rules.Random {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

export function sorted(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b)
}
