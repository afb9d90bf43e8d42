import { listenMilestones, type ListenMilestone } from '@otodana/contract'

import { flag, number, objectOf, oneOf, text, wholeNumber } from '#lib/readers.ts'
import { readJson, writeJson, type deviceStorage } from '#lib/storage/browser-storage.ts'

const KEY = 'listening-unsent'

/** Of more, the oldest are forgotten. */
export const MAX_UNSENT = 200
/** What could not be sent for so long says little of what is liked now. */
export const KEPT_MS = 7 * 86_400_000

/** Something to tell the recommender. */
export type Feedback = {
  /** Who listened, when it was heard. */
  listener: string
  /** Whether it is a member's account, whose feedback needs its login. */
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

/** A broken entry is left out; the others stay. */
const readAll = (stored: unknown) =>
  Array.isArray(stored) ? stored.flatMap((one: unknown) => readFeedback(one) ?? []) : undefined

export type FeedbackOutbox = ReturnType<typeof createFeedbackOutbox>

/** Feedback that was not sent yet, stored on the device: each item once, whichever tab it is of. */
export function createFeedbackOutbox(storage: typeof deviceStorage) {
  // Read each time, for other tabs write too.
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
    /** The oldest first. */
    unsent: read,
    /** It was sent, or never can be. */
    remove(feedback: Feedback): void {
      write(read().filter((one) => nameOf(one) !== nameOf(feedback)))
    },
    /** Forgets what is not a member's, or with `everything` all. */
    forget(everything = false): void {
      write(everything ? [] : read().filter(({ isMember }) => isMember))
    },
    /** Deletes what is too old to send. */
    tidy(): void {
      if (storage.read(KEY) !== null) write(read())
    },
  }
}

/** Equal for what says the same. */
export function nameOf({ listener, workId, type }: Feedback): string {
  return `${listener} ${workId} ${type}`
}
