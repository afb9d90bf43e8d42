import { constants, getPriority, setPriority } from 'node:os'

const NICENESS = constants.priority.PRIORITY_BELOW_NORMAL

/**
 * Leaves the processor to the threads that answer requests: this one takes what they do not need. Only Linux has a
 * priority for each thread; elsewhere it would be the whole process's, so there nothing happens. Nor does it where the
 * server as a whole was already told to step back further: nobody may take that back.
 */
export function yieldToRequests(): void {
  if (process.platform === 'linux' && getPriority() < NICENESS) setPriority(NICENESS)
}
