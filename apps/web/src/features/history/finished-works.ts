import type { QueueTrack, TrackPosition } from '#features/player/index.ts'

/** The rest is mostly silence or credits. */
const FINISHED_SHARE = 0.95
/** So much of the last track must be heard, a seek to its end is not enough: a minute, or this share of a short track. */
const MIN_HEARD_SECONDS = 60
const MIN_HEARD_SHARE = 0.05

/** Whether a track was left between its start and its end, as far as this device knows. A finished one is at 0. */
export function isLeft(
  { hash, durationSeconds }: Pick<QueueTrack, 'hash' | 'durationSeconds'>,
  positions: readonly TrackPosition[],
): boolean {
  const seconds = positions.findLast((one) => one.hash === hash)?.seconds ?? 0
  return seconds > 0 && seconds < (durationSeconds ?? Infinity) * FINISHED_SHARE
}

type LastTrack = Pick<QueueTrack, 'hash' | 'workId' | 'workTitle' | 'durationSeconds'>
export type FinishedWork = { owner: number; workId: number; workTitle: string }

/**
 * Notices when the last track of a work was heard to its end, once for each owner and work.
 *
 * @param goesOn  whether the work of a track goes on elsewhere, so that its end finishes nothing
 */
export function createFinishedWorks(onFinished: (work: FinishedWork) => void, goesOn: (hash: string) => boolean) {
  const heardSeconds = new Map<string, number>()
  const finished = new Set<string>()

  return {
    /** @param track  the last one of its work in the queue */
    hear(owner: number, { hash, workId, workTitle, durationSeconds }: LastTrack, from: number, to: number): void {
      const work = `${owner} ${workId}`
      if (durationSeconds === null || finished.has(work)) return
      const key = `${owner} ${hash}`
      const heard = (heardSeconds.get(key) ?? 0) + to - from
      heardSeconds.set(key, heard)
      const isEnough = heard >= Math.min(MIN_HEARD_SECONDS, durationSeconds * MIN_HEARD_SHARE)
      if (!isEnough || to < durationSeconds * FINISHED_SHARE || goesOn(hash)) return
      finished.add(work)
      onFinished({ owner, workId, workTitle })
    },
  }
}
