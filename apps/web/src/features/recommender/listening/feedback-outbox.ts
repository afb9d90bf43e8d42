import { listenMilestones, type ListenMilestone } from '@otodana/contract'

import { flag, number, objectOf, oneOf, text, wholeNumber } from '#lib/readers.ts'
import { readJson, writeJson, type deviceStorage } from '#lib/storage/browser-storage.ts'

const KEY = 'listening-unsent'

/** Beyond this, the oldest are dropped. */
export const MAX_UNSENT = 200
/** Older feedback says little about present taste. */
export const KEPT_MS = 7 * 86_400_000

/** An item of feedback for the recommender. */
export type Feedback = {
  /** The listener at that time. */
  listener: string
  /** Whether it is a member's account, whose feedback requires its login. */
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

/** Drops broken entries. */
const readAll = (stored: unknown) =>
  Array.isArray(stored) ? stored.flatMap((one: unknown) => readFeedback(one) ?? []) : undefined

export type FeedbackOutbox = ReturnType<typeof createFeedbackOutbox>

/** Unsent feedback, stored on the device: each item once, shared by all tabs. */
export function createFeedbackOutbox(storage: typeof deviceStorage) {
  // Not cached, because other tabs write too.
  function read(): Feedback[] {
    const oldest = Date.now() - KEPT_MS
    return (readJson(storage, KEY, readAll) ?? []).filter(({ atMs }) => atMs > oldest)
  }
  const write = (all: readonly Feedback[]) => writeJson(storage, KEY, all.slice(-MAX_UNSENT))

  return {
    add(feedback: readonly Feedback[]): void {
      const names = new Set(feedback.map(nameOf))
      write([...read().filter((one) => !names.has(nameOf(one))), ...feedback])
    },
    /** Oldest first. */
    unsent: read,
    /** Called when it was sent, or never can be. */
    remove(feedback: Feedback): void {
      write(read().filter((one) => nameOf(one) !== nameOf(feedback)))
    },
    /** Drops feedback of non-members, or with `everything` all. */
    forget(everything = false): void {
      write(everything ? [] : read().filter(({ isMember }) => isMember))
    },
    /** Deletes feedback that is too old to send. */
    tidy(): void {
      if (storage.read(KEY) !== null) write(read())
    },
  }
}

/** Identifies equal feedback. */
export function nameOf({ listener, workId, type }: Feedback): string {
  return `${listener} ${workId} ${type}`
}
