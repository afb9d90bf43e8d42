import { constants, setPriority } from 'node:os'

/**
 * Leaves the processor to the threads that answer requests: this one takes what they do not need. Only Linux has a
 * priority for each thread; elsewhere it would be the whole process's, so there nothing happens.
 */
export function yieldToRequests(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
