import type { KeptFile, KeptWork } from '#lib/kept/schema.ts'

type Work = Pick<KeptWork, 'owner' | 'workId' | 'place' | 'isPaused'>
type File = Pick<KeptFile, 'owner' | 'workId' | 'place' | 'state'>

/** Returns the files that are still to be fetched, in the order of the queue: work by work. */
export function orderFiles<F extends File>(works: readonly Work[], files: readonly F[]): F[] {
  const placeOf = new Map(works.filter(({ isPaused }) => !isPaused).map((work) => [nameOf(work), work.place]))
  return files
    .filter((file) => file.state === 'waiting' && placeOf.has(nameOf(file)))
    .sort((a, b) => placeOf.get(nameOf(a))! - placeOf.get(nameOf(b))! || a.workId - b.workId || a.place - b.place)
}

const nameOf = ({ owner, workId }: Pick<File, 'owner' | 'workId'>) => `${owner}/${workId}`
