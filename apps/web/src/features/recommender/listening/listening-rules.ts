import type { ListenMilestone } from '@otodana/contract'

import type { QueueTrack } from '#features/player/index.ts'

/** A range of a track in seconds. */
export type Stretch = readonly [from: number, to: number]

/** What was heard of a work in one session. */
export type WorkHeard = {
  /** Total listening time, including repetitions. */
  seconds: number
  /** Disjoint stretches heard of each recording, by `recordingOf`, in order. */
  parts: Readonly<Record<string, readonly Stretch[]>>
  /** Reported milestones. */
  told: readonly ListenMilestone[]
}

export const nothingHeard: WorkHeard = { seconds: 0, parts: {}, told: [] }

/** Per track; beyond this the shortest are dropped, so that the total is never too high. */
export const MAX_STRETCHES = 100
/** Positions are rounded; stretches closer than this are continuous. */
const TOUCHING_SECONDS = 0.05

const byMinutes: readonly (readonly [ListenMilestone, seconds: number])[] = [
  ['listen-5mins', 300],
  ['listen-15mins', 900],
  ['listen-30mins', 1_800],
  ['listen-60mins', 3_600],
]
const byShare: readonly (readonly [ListenMilestone, share: number])[] = [
  ['listen-30percent', 0.3],
  ['listen-60percent', 0.6],
  ['listen-90percent', 0.9],
]

/**
 * Encoders pad: the same recording as mp3 and wav differs by less. Equal to the server's rule for a work's duration.
 */
const SAME_LENGTH_SECONDS = 1.5

/**
 * Returns the recording of a track: two formats of one recording share name and duration, in whatever folders, and
 * count once in a work's duration. A track of unknown duration is its own recording.
 *
 * @param parts  of the track's work
 */
export function recordingOf(
  parts: WorkHeard['parts'],
  { hash, title, durationSeconds }: Pick<QueueTrack, 'hash' | 'title' | 'durationSeconds'>,
): string {
  if (durationSeconds === null) return hash
  const named = `${title} `
  const isSame = (recording: string) =>
    recording.startsWith(named) &&
    Math.abs(Number(recording.slice(named.length)) - durationSeconds) <= SAME_LENGTH_SECONDS
  return Object.keys(parts).find(isSame) ?? `${named}${durationSeconds}`
}

/** @param recording  that contains the stretch */
export function withStretch({ seconds, parts, told }: WorkHeard, recording: string, stretch: Stretch): WorkHeard {
  const [from, to] = stretch
  const heard = { ...parts, [recording]: joined(parts[recording] ?? [], stretch) }
  return { seconds: seconds + to - from, parts: heard, told }
}

function joined(stretches: readonly Stretch[], [from, to]: Stretch): readonly Stretch[] {
  const isApart = ([begin, end]: Stretch) => end < from - TOUCHING_SECONDS || begin > to + TOUCHING_SECONDS
  const touching = stretches.filter((one) => !isApart(one))
  const whole: Stretch = [
    Math.min(from, ...touching.map(([begin]) => begin)),
    Math.max(to, ...touching.map(([, end]) => end)),
  ]
  const all = [...stretches.filter(isApart), whole].sort(([a], [b]) => a - b)
  if (all.length <= MAX_STRETCHES) return all
  const shortest = all.reduce((least, one) => (one[1] - one[0] < least[1] - least[0] ? one : least))
  return all.filter((one) => one !== shortest)
}

/** Returns how many seconds of a work were heard, without repetitions. */
export function coveredSeconds({ parts }: WorkHeard): number {
  return Object.values(parts)
    .flat()
    .reduce((sum, [from, to]) => sum + to - from, 0)
}

/**
 * Returns the milestones reached. Minutes count listening time in seconds of the recording, at any speed. Shares are of
 * the work's duration and count every second once: repeating a scene does not finish a work.
 *
 * @param durationSeconds  the work's; null if unknown: no shares then
 */
export function milestonesReached(heard: WorkHeard, durationSeconds: number | null): ListenMilestone[] {
  if (heard.seconds <= 0) return []
  const share = durationSeconds === null || durationSeconds <= 0 ? 0 : coveredSeconds(heard) / durationSeconds
  return [
    'start-listen',
    ...byMinutes.filter(([, seconds]) => heard.seconds >= seconds).map(([milestone]) => milestone),
    ...byShare.filter(([, least]) => share >= least).map(([milestone]) => milestone),
  ]
}
