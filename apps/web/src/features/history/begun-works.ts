import type { QueueTrack } from '#features/player/index.ts'

/** So much of a work must be heard before it counts as begun. */
const BEGIN_SECONDS = 60

type HeardWork = Pick<QueueTrack, 'workId' | 'workTitle'>

/**
 * Notices when a minute of a work was heard, once for each owner and work.
 *
 * @param onBegun  returns false to be called again after another minute
 */
export function createBegunWorks(onBegun: (owner: number, work: HeardWork) => Promise<boolean>) {
  const heardSeconds = new Map<string, number>()

  return {
    async hear(owner: number, { workId, workTitle }: HeardWork, seconds: number): Promise<void> {
      const key = `${owner} ${workId}`
      const before = heardSeconds.get(key) ?? 0
      heardSeconds.set(key, before + seconds)
      if (before >= BEGIN_SECONDS || before + seconds < BEGIN_SECONDS) return
      if (!(await onBegun(owner, { workId, workTitle }))) heardSeconds.set(key, 0)
    },
  }
}
