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
/** Beyond this, the works heard longest ago are dropped; reporting them again has no effect on the server. */
export const MAX_WORKS = 20
/** Interval of saving during playback: the most that a crash loses. */
const KEEP_EVERY_SECONDS = 15

const readStretch = (value: unknown): Stretch | undefined => {
  const [from, to] = listOf(number(0), 2)(value) ?? []
  return from !== undefined && to !== undefined && to >= from ? [from, to] : undefined
}
const readSession = objectOf({
  /** The listener's id: one listener's data are never reported for another. */
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
 * What was heard in this tab, across reloads.
 *
 * @param storage  the tab's storage
 */
export function createListeningSession(storage: typeof tabStorage) {
  const saved = readJson(storage, KEY, readSession)
  let listener = saved?.listener ?? ''
  // In the order in which they were heard.
  let works = new Map<number, WorkHeard>(saved?.works.map(({ id, ...heard }) => [id, heard]))
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
     * @param of  the listener
     * @param durationSeconds  the work's; null if unknown
     * @returns milestones newly reached, each once per session, listener and work
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
    /** Saves the session, because the page may be closing. */
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
