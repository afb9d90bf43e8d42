import { constants, getPriority, setPriority } from 'node:os'

const NICENESS = constants.priority.PRIORITY_BELOW_NORMAL

/**
 * Lowers this thread's priority below that of threads that serve requests. Only Linux has priorities for threads;
 * elsewhere it would affect the process, so nothing happens. Neither if the whole server already has a lower priority,
 * which cannot be raised.
 */
export function yieldToRequests(): void {
  if (process.platform === 'linux' && getPriority() < NICENESS) setPriority(NICENESS)
}
