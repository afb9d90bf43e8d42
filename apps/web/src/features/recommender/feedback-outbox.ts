import { listenMilestones, type ListenMilestone } from '@otodana/contract'

import type { Storage } from '#features/player/index.ts'
import { flag, fromJson, number, objectOf, oneOf, text, wholeNumber } from '#lib/readers.ts'

export const OUTBOX_KEY = 'listening-unsent'
/** Of more, the oldest are forgotten. */
export const MAX_UNSENT = 200
/** What could not be sent for so long says little of what is liked now. */
export const KEPT_MS = 7 * 86_400_000

/** Something to tell the recommender. */
export type Feedback = {
  /** Who listened, when it was heard. */
  listener: string
  /** Whether that is a member's account, for which nobody else can speak. */
  isMember: boolean
  workId: number
  type: ListenMilestone
  atMs: number
}

const readFeedback = objectOf({
  listener: text(36),
  isMember: flag,
  workId: wholeNumber(1),
  type: oneOf(listenMilestones),
  atMs: number(0),
})

export type FeedbackOutbox = ReturnType<typeof createFeedbackOutbox>

/** What the server has not been told yet, kept on the device until it has: each thing once, whichever tab it is of. */
export function createFeedbackOutbox(storage: Storage) {
  // Read anew each time, for other tabs write too.
  function read(): Feedback[] {
    const stored = fromJson(storage.read(OUTBOX_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.flatMap((one: unknown) => readFeedback(one) ?? []) : []
  }
  const write = (all: readonly Feedback[]) => storage.write(OUTBOX_KEY, JSON.stringify(all.slice(-MAX_UNSENT)))

  return {
    add(feedback: readonly Feedback[]): void {
      const names = new Set(feedback.map(nameOf))
      write([...read().filter((one) => !names.has(nameOf(one))), ...feedback])
    },
    /** The oldest first. */
    unsent: (nowMs: number): Feedback[] => read().filter(({ atMs }) => atMs > nowMs - KEPT_MS),
    /** It has been told, or never can be. */
    remove(feedback: Feedback): void {
      write(read().filter((one) => nameOf(one) !== nameOf(feedback)))
    },
    /** Forgets what is not a member's, or with `everything` all. */
    forget(everything = false): void {
      write(everything ? [] : read().filter(({ isMember }) => isMember))
    },
  }
}

/** Equal for what says the same. */
export function nameOf({ listener, workId, type }: Feedback): string {
  return `${listener} ${workId} ${type}`
}
