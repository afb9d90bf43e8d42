/** Rules for prefetching, as pure functions. */
import { savesData, type ConnectionFacts } from '#lib/browser/connection.ts'

import type { PlayerStatus } from '../player.store.ts'
import type { Queue, QueueTrack } from '../queue/queue.ts'

/** The most upcoming tracks that are prefetched. */
export const MAX_FILES = 50
/** Seconds of the current track to buffer before anything is prefetched; browsers stop at little more. */
const AHEAD_SECONDS = 8

/** Returns the tracks that will play next without intervention, each once and without the current one. */
export function upcomingTracks({ tracks, index, mode, round }: Queue): QueueTrack[] {
  const after = tracks.slice(index + 1, index + 1 + MAX_FILES)
  if (mode === 'repeatOnce') return []
  if (mode === 'shuffle') {
    const rest = round.slice(round.indexOf(index) + 1, round.indexOf(index) + 1 + MAX_FILES)
    return rest.flatMap((position) => tracks[position] ?? [])
  }
  return mode === 'allRepeat' ? [...after, ...tracks.slice(0, index)].slice(0, MAX_FILES) : after
}

export type Candidate = { url: string; /** Known or estimated. */ sizeBytes: number }

/**
 * Returns the URLs to keep, from the first on as far as the budget goes. A candidate larger than the whole budget is
 * skipped.
 */
export function planWithin(budgetBytes: number, candidates: readonly Candidate[]): string[] {
  const planned: string[] = []
  let left = budgetBytes
  for (const { url, sizeBytes } of candidates) {
    if (sizeBytes > budgetBytes) continue
    if (sizeBytes > left) break
    left -= sizeBytes
    planned.push(url)
  }
  return planned
}

export type Connection = Pick<ConnectionFacts, 'saveData' | 'effectiveType'>

type Moment = {
  status: PlayerStatus
  /** Seconds in the current track. */
  position: number
  bufferedUntil: number
  duration: number | null
  rate: number
}

/** Whether to prefetch now: the settings and the connection allow it, and the current track has enough buffered. */
export function mayPrefetch(connection: Connection, moment: Moment): boolean {
  if (savesData(connection)) return false
  const { status, position, bufferedUntil, duration, rate } = moment
  if (status !== 'playing') return false
  const isWhole = duration !== null && bufferedUntil >= duration - 0.5
  return isWhole || bufferedUntil - position >= AHEAD_SECONDS * Math.max(1, rate)
}
