import { type KeptEntry, stateOf } from '../kept.store.ts'

type Finished = {
  /** What is done, all at once when nothing more is fetched. */
  done: KeptEntry[]
  /** What has been waited for and is not announced yet. */
  rest: KeptEntry[]
}

/**
 * Returns what has been fetched of the works that were waited for, once nothing waits any more: a notice for each of
 * twenty works would be too many.
 *
 * @param open  works that waited before
 */
export function finishedSince(open: readonly KeptEntry[], works: readonly KeptEntry[]): Finished {
  const now = new Map(works.map((entry) => [nameOf(entry), entry]))
  // What was removed meanwhile is not done.
  const known = new Map(open.filter((entry) => now.has(nameOf(entry))).map((entry) => [nameOf(entry), entry]))
  const waiting = works.filter((entry) => stateOf(entry) === 'waiting')
  for (const entry of waiting) known.set(nameOf(entry), entry)
  if (waiting.length > 0) return { done: [], rest: [...known.values()] }
  const present = [...known.keys()].map((name) => now.get(name)!)
  return {
    done: present.filter((entry) => stateOf(entry) !== 'paused'),
    rest: present.filter((entry) => stateOf(entry) === 'paused'),
  }
}

const nameOf = ({ owner, workId }: KeptEntry) => `${owner}/${workId}`
