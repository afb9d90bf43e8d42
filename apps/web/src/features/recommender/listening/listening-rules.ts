import type { ListenMilestone } from '@otodana/contract'

import type { QueueTrack } from '#features/player/index.ts'

/** Seconds of a track, from the first to the second. */
export type Stretch = readonly [from: number, to: number]

/** What has been heard of a work in one session. */
export type WorkHeard = {
  /** How long it sounded: what was heard twice counts twice. */
  seconds: number
  /** What was heard of each of its recordings, by `recordingOf`: in order, and apart from each other. */
  parts: Readonly<Record<string, readonly Stretch[]>>
  /** The milestones that were reported. */
  told: readonly ListenMilestone[]
}

export const nothingHeard: WorkHeard = { seconds: 0, parts: {}, told: [] }

/** Of one track; of more, the shortest are forgotten: too little is claimed then, never too much. */
export const MAX_STRETCHES = 100
/** Positions are rounded, and what is nearer than this to each other was heard in one go. */
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

/** Encoders pad: the same recording as mp3 and wav differs by less than this. The server counts a work's duration so. */
const SAME_LENGTH_SECONDS = 1.5

/**
 * The recording that a track is: one in two formats has one name and one length, whichever folders it lies in, and counts
 * once in a work's duration. A track whose length is not known is one of its own.
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

/** @param recording  in which the stretch was heard */
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

/** How much of a work has been heard at all, in seconds: what was heard twice counts once. */
export function coveredSeconds({ parts }: WorkHeard): number {
  return Object.values(parts)
    .flat()
    .reduce((sum, [from, to]) => sum + to - from, 0)
}

/**
 * The milestones that have been reached. Minutes are time that was listened, in seconds of the recording: at double speed
 * five minutes of it are heard in half the time, and say as much of the work. Shares are of the work's duration and count
 * every second of it once: a scene that is played over and over is liked, but the work is not finished by it.
 *
 * @param durationSeconds  the work's; null while it is not known, and then no share of it is
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
