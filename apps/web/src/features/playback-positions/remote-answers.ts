import { MAX_POSITIONS, noAnswer, type RemotePositionAnswer } from '#features/player/index.ts'
import { number, objectOf, orNull } from '#lib/readers.ts'
import { readJson, writeJson, type deviceStorage } from '#lib/storage/browser-storage.ts'

export const ANSWERS_KEY = 'places-noted'

const readAnswer = objectOf({ settledMs: number(), askedMs: orNull(number()) })
type Entry = [track: string, noted: RemotePositionAnswer]

/** The listener's answers about remote positions, per account and track, up to `MAX_POSITIONS`. */
export function createRemoteAnswers(storage: typeof deviceStorage, account: number) {
  // Not cached, because other tabs write too.
  const read = () => readJson(storage, ANSWERS_KEY, entriesFrom) ?? []
  const keyOf = (hash: string) => `${account}:${hash}`
  return {
    of: (hash: string): RemotePositionAnswer => read().findLast(([key]) => key === keyOf(hash))?.[1] ?? noAnswer,
    write(hash: string, noted: RemotePositionAnswer): void {
      const others = read().filter(([key]) => key !== keyOf(hash))
      const entries: Entry[] = [...others, [keyOf(hash), noted]]
      writeJson(storage, ANSWERS_KEY, entries.slice(-MAX_POSITIONS))
    },
  }
}

/** Drops invalid entries. */
function entriesFrom(stored: unknown): Entry[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((entry: unknown): Entry[] => {
    const [key, value] = Array.isArray(entry) ? (entry as unknown[]) : []
    const noted = readAnswer(value)
    return typeof key === 'string' && noted ? [[key, noted]] : []
  })
}
