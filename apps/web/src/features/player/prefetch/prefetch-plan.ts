/** What is fetched before it is played: rules as functions of data. */
import type { PlayerStatus } from '../player.store.ts'
import type { Queue, QueueTrack } from '../queue/queue.ts'

/** Tracks ahead of the one that plays. */
export const MAX_FILES = 50
/** So much of the current track is here before anything else is fetched; browsers stop at little more. */
const AHEAD_SECONDS = 8

/** The tracks that follow when nobody intervenes, next one first, each once and without the current one. */
export function upcomingTracks({ tracks, index, mode, round }: Queue): QueueTrack[] {
  const after = tracks.slice(index + 1, index + 1 + MAX_FILES)
  if (mode === 'repeatOnce') return []
  if (mode === 'shuffle') {
    const rest = round.slice(round.indexOf(index) + 1, round.indexOf(index) + 1 + MAX_FILES)
    return rest.flatMap((position) => tracks[position] ?? [])
  }
  return mode === 'allRepeat' ? [...after, ...tracks.slice(0, index)].slice(0, MAX_FILES) : after
}

export type Candidate = { url: string; /** Known, or a guess. */ sizeBytes: number }

/**
 * Which of the candidates are to be kept: from the first one on as far as the budget goes. One that would not fit into
 * an empty budget is passed over, for it never will be kept.
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

/** What is known of a connection; not every browser tells. */
export type Connection = { saveData?: boolean; effectiveType?: string }

type Moment = {
  status: PlayerStatus
  /** Seconds, of the current track. */
  position: number
  bufferedUntil: number
  duration: number | null
  rate: number
}

/** Whether other tracks may be fetched now: the listener lets us, and the current one needs nothing at the moment. */
export function mayPrefetch({ saveData, effectiveType }: Connection, moment: Moment): boolean {
  if (saveData === true || effectiveType === '2g' || effectiveType === 'slow-2g') return false
  const { status, position, bufferedUntil, duration, rate } = moment
  if (status !== 'playing') return false
  const isWhole = duration !== null && bufferedUntil >= duration - 0.5
  return isWhole || bufferedUntil - position >= AHEAD_SECONDS * Math.max(1, rate)
}
