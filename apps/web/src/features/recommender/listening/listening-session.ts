import { listenMilestones, type ListenMilestone } from '@otodana/contract'

import type { QueueTrack } from '#features/player/index.ts'
import { listOf, number, objectOf, oneOf, recordOf, text, wholeNumber } from '#lib/readers.ts'
import { readJson, writeJson, type tabStorage } from '#lib/storage/browser-storage.ts'

import {
  milestonesReached,
  nothingHeard,
  recordingOf,
  withStretch,
  type Stretch,
  type WorkHeard,
} from './listening-rules.ts'

const KEY = 'listening'
/** Of more works, what was heard the longest ago is forgotten; told again, it changes nothing on the server. */
export const MAX_WORKS = 20
/** While it sounds, what has been heard is kept so often: a crash loses no more. */
const KEEP_EVERY_SECONDS = 15

const readStretch = (value: unknown): Stretch | undefined => {
  const [from, to] = listOf(number(0), 2)(value) ?? []
  return from !== undefined && to !== undefined && to >= from ? [from, to] : undefined
}
const readSession = objectOf({
  /** Whose it is: what one has heard is never told of another. */
  listener: text(36),
  works: listOf(
    objectOf({
      id: wholeNumber(1),
      seconds: number(0),
      parts: recordOf(listOf(readStretch)),
      told: listOf(oneOf(listenMilestones)),
    }),
    MAX_WORKS,
  ),
})

/**
 * What has been heard in this tab since it was opened, reloads included.
 *
 * @param storage  the tab's own
 */
export function createListeningSession(storage: typeof tabStorage) {
  const kept = readJson(storage, KEY, readSession)
  let listener = kept?.listener ?? ''
  // In the order in which they were heard.
  let works = new Map<number, WorkHeard>(kept?.works.map(({ id, ...heard }) => [id, heard]))
  let unkeptSeconds = 0

  function keep() {
    if (unkeptSeconds === 0) return
    unkeptSeconds = 0
    const all = [...works].map(([id, { seconds, parts, told }]) => ({
      id,
      seconds: rounded(seconds),
      parts: Object.fromEntries(
        Object.entries(parts).map(([recording, stretches]) => [recording, stretches.map((one) => one.map(rounded))]),
      ),
      told,
    }))
    writeJson(storage, KEY, { listener, works: all })
  }

  return {
    /**
     * @param of  who has heard it
     * @param durationSeconds  the work's; null while it is not known
     * @returns the milestones that are reached by it, each once in a session, by one listener and of one work
     */
    hear(
      of: string,
      track: Pick<QueueTrack, 'hash' | 'title' | 'durationSeconds' | 'workId'>,
      stretch: Stretch,
      durationSeconds: number | null,
    ): ListenMilestone[] {
      if (of !== listener) works = new Map()
      listener = of
      const { workId } = track
      const before = works.get(workId) ?? nothingHeard
      const heard = withStretch(before, recordingOf(before.parts, track), stretch)
      const reached = milestonesReached(heard, durationSeconds).filter((one) => !heard.told.includes(one))
      works.delete(workId)
      works.set(workId, reached.length > 0 ? { ...heard, told: [...heard.told, ...reached] } : heard)
      if (works.size > MAX_WORKS) works.delete(works.keys().next().value!)
      unkeptSeconds += stretch[1] - stretch[0]
      if (reached.length > 0 || unkeptSeconds >= KEEP_EVERY_SECONDS) keep()
      return reached
    },
    /** Writes down what has been heard, for the page may be gone in a moment. */
    keep,
    forget(): void {
      works = new Map()
      unkeptSeconds = 0
      storage.write(KEY, '')
    },
  }
}

function rounded(seconds: number): number {
  return Math.round(seconds * 100) / 100
}
