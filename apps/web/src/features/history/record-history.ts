import type { QueueTrack } from '#features/player/index.ts'

import type { NextTrack } from './begun-list.ts'
import { dayOf, type HeardTrack, type HistoryLog, loggedFields } from './history-log.ts'

/** Shorter listening is not in the history: a tap on the wrong track. */
const MIN_HEARD_SECONDS = 5

type Deps = {
  log: Pick<HistoryLog, 'add' | 'has'>
  /** Whose listening is recorded at present; null: not recorded. */
  owner(): number | null
  /** The position to store: 0 at the end of a track. */
  positionAt(seconds: number, durationSeconds: number | null): number
  /** The next track of the work in the queue. */
  nextOf(hash: string): NextTrack | null
}

type Recorded = {
  owner: number
  heard: HeardTrack
  /** After the end of the track, what the work continues with. */
  next: NextTrack | null
}

/** Collects what is heard; stores it on `flush`. */
export function createHistoryRecorder({ log, owner, positionAt, nextOf }: Deps) {
  /** By owner, day and track. */
  const pending = new Map<string, Recorded>()

  return {
    hear(track: QueueTrack, from: number, to: number, nowMs: number): void {
      const of = owner()
      if (of === null) return
      const day = dayOf(nowMs)
      const key = `${of} ${day} ${track.hash}`
      const before = pending.get(key)?.heard
      const heard = {
        day,
        ...loggedFields(track),
        firstMs: before?.firstMs ?? nowMs,
        lastMs: nowMs,
        heardSeconds: (before?.heardSeconds ?? 0) + to - from,
        seconds: positionAt(to, track.durationSeconds),
      }
      // Now, because the next flush may be after a change of the queue.
      pending.set(key, { owner: of, heard, next: heard.seconds === 0 ? nextOf(track.hash) : null })
    },
    /** @returns what was stored of the present owner */
    flush(nowMs: number): Recorded[] {
      const today = dayOf(nowMs)
      const present = owner()
      const stored: Recorded[] = []
      for (const [key, item] of pending) {
        const { owner: of, heard } = item
        if (heard.heardSeconds >= MIN_HEARD_SECONDS || log.has(of, heard.day, heard.hash)) {
          log.add(of, [heard], nowMs)
          if (of === present) stored.push(item)
          pending.delete(key)
        } else if (heard.day !== today) pending.delete(key)
      }
      return stored
    },
    /** Forgets what is not stored yet. */
    forget: (): void => pending.clear(),
  }
}
