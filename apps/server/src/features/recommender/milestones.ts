import { type ListenMilestone, listenMilestones } from '@otodana/contract'

export type Opinion = -1 | 0 | 1

/** A listener's row for a work. */
export type Heard = { milestones: number; opinion: Opinion }

/** Strength of each milestone as a preference, 0 to 1. Starting counts little: most who start continue. */
const WORTH: Record<ListenMilestone, number> = {
  'start-listen': 0.05,
  'listen-5mins': 0.25,
  'listen-15mins': 0.4,
  'listen-30mins': 0.55,
  'listen-60mins': 0.7,
  'listen-30percent': 0.45,
  'listen-60percent': 0.7,
  'listen-90percent': 1,
}

const FINISHED = bitOf('listen-90percent')
const BEGUN = bitOf('start-listen')

/** The milestone's bit in a row. The contract's order is fixed; new ones are appended. */
export function bitOf(milestone: ListenMilestone): number {
  return 1 << listenMilestones.indexOf(milestone)
}

export function milestonesIn(bits: number): ListenMilestone[] {
  return listenMilestones.filter((milestone) => (bits & bitOf(milestone)) !== 0)
}

/** How much a listener likes a work, 0 to 1; 0 after a dislike. */
export function strengthOf({ milestones, opinion }: Heard): number {
  if (opinion === 1) return 1
  if (opinion === -1) return 0
  return Math.max(0, ...milestonesIn(milestones).map((milestone) => WORTH[milestone]))
}

/** Whether the listener knows the work: heard more than its start, or gave an opinion. */
export function isFamiliar({ milestones, opinion }: Heard): boolean {
  return opinion !== 0 || (milestones & ~BEGUN) !== 0
}

/** Whether it must not be recommended to the listener any more. */
export function isDoneWith({ milestones, opinion }: Heard): boolean {
  return opinion === -1 || (milestones & FINISHED) !== 0
}
