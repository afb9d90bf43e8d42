import type { Judgement } from '#features/reviews/index.ts'

import type { HeardWork } from './listening.repository.ts'
import { isDoneWith, isFamiliar, strengthOf } from './milestones.ts'
import type { History } from './suggestions.ts'

/** Strength of ratings as a preference, 0 to 1. */
const WORTH_OF_STARS: Readonly<Record<number, number>> = { 3: 0.4, 4: 0.8, 5: 1 }
const DISLIKED_STARS = 2

/** Combines a listener's playback and a member's marks; of each work the stronger one counts. */
export function historyOf(heard: readonly HeardWork[], judgements: readonly Judgement[]): History {
  const listened = new Map<number, { work: number; strength: number; at: number }>()
  const doneWith = new Set<number>()
  const familiar = new Set<number>()
  const disliked = new Set<number>()
  const note = (work: number, strength: number, at: number) => {
    const known = listened.get(work)
    if (!known) listened.set(work, { work, strength, at })
    else listened.set(work, { work, strength: Math.max(known.strength, strength), at: Math.max(known.at, at) })
  }
  for (const one of heard) {
    if (isDoneWith(one)) doneWith.add(one.workId)
    if (isFamiliar(one)) familiar.add(one.workId)
    if (one.opinion === -1) disliked.add(one.workId)
    note(one.workId, strengthOf(one), one.lastAtMs)
  }
  for (const { workId, userRating, progress, atMs } of judgements) {
    const isDisliked = userRating !== null && userRating <= DISLIKED_STARS
    if (isDisliked) disliked.add(workId)
    if (isDisliked || progress === 'listened' || progress === 'replay') doneWith.add(workId)
    // A mark shows interest in listening.
    if (userRating !== null || (progress !== null && progress !== 'marked')) familiar.add(workId)
    note(workId, userRating === null ? strengthOfProgress(progress) : (WORTH_OF_STARS[userRating] ?? 0), atMs)
  }
  return {
    listened: [...listened.values()].filter(({ work, strength }) => strength > 0 && !disliked.has(work)),
    doneWith,
    familiar,
  }
}

function strengthOfProgress(progress: Judgement['progress']): number {
  if (progress === 'replay') return 1
  if (progress === 'listened') return 0.8
  if (progress === 'listening' || progress === 'marked') return 0.4
  return 0
}
