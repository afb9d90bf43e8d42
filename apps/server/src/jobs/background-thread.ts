import { constants, getPriority, setPriority } from 'node:os'

const NICENESS = constants.priority.PRIORITY_BELOW_NORMAL

/**
 * Lowers the priority of this thread below those that answer requests. Only Linux has a priority for each thread; elsewhere
 * it would apply to the process, so nothing happens. Nor does it when the whole server already runs at a lower priority, which
 * cannot be raised.
 */
export function yieldToRequests(): void {
  if (process.platform === 'linux' && getPriority() < NICENESS) setPriority(NICENESS)
}
