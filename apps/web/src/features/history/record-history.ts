import type { QueueTrack } from '#features/player/index.ts'

import { dayOf, type HeardTrack, type HistoryLog, loggedFields } from './history-log.ts'

/** Shorter listening is not in the history: a tap on the wrong track. */
const MIN_HEARD_SECONDS = 5

type Deps = {
  log: Pick<HistoryLog, 'add' | 'has'>
  /** Whose listening is recorded at present; null: not recorded. */
  owner(): number | null
  /** The position to store: 0 at the end of a track. */
  positionAt(seconds: number, durationSeconds: number | null): number
}

/** Collects what is heard; stores it on `flush`. */
export function createHistoryRecorder({ log, owner, positionAt }: Deps) {
  /** By owner, day and track. */
  const pending = new Map<string, { owner: number; heard: HeardTrack }>()

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
      pending.set(key, { owner: of, heard })
    },
    /** @returns what was stored */
    flush(nowMs: number): { owner: number; heard: HeardTrack }[] {
      const today = dayOf(nowMs)
      const stored: { owner: number; heard: HeardTrack }[] = []
      for (const [key, item] of pending) {
        const { owner: of, heard } = item
        if (heard.heardSeconds >= MIN_HEARD_SECONDS || log.has(of, heard.day, heard.hash)) {
          log.add(of, [heard], nowMs)
          stored.push(item)
          pending.delete(key)
        } else if (heard.day !== today) pending.delete(key)
      }
      return stored
    },
    /** Forgets what is not stored yet. */
    forget: (): void => pending.clear(),
  }
}
