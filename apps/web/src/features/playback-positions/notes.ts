import { MAX_POSITIONS, nothingNoted, type Noted } from '#features/player/index.ts'
import { number, objectOf, orNull } from '#lib/readers.ts'
import { readJson, writeJson, type deviceStorage } from '#lib/storage/browser-storage.ts'

export const NOTES_KEY = 'places-noted'

const readNoted = objectOf({ settledMs: number(), askedMs: orNull(number()) })
type Entry = [track: string, noted: Noted]

/** What the listener has said of other devices' places, track by track and account by account; as many as places are kept. */
export function createNotes(storage: typeof deviceStorage, accountId: number) {
  // Read anew each time, for other tabs write too.
  const read = () => readJson(storage, NOTES_KEY, entriesFrom) ?? []
  const keyOf = (hash: string) => `${accountId}:${hash}`
  return {
    of: (hash: string): Noted => read().findLast(([key]) => key === keyOf(hash))?.[1] ?? nothingNoted,
    write(hash: string, noted: Noted): void {
      const others = read().filter(([key]) => key !== keyOf(hash))
      const entries: Entry[] = [...others, [keyOf(hash), noted]]
      writeJson(storage, NOTES_KEY, entries.slice(-MAX_POSITIONS))
    },
  }
}

/** What is none is left out. */
function entriesFrom(stored: unknown): Entry[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((entry: unknown): Entry[] => {
    const [key, value] = Array.isArray(entry) ? (entry as unknown[]) : []
    const noted = readNoted(value)
    return typeof key === 'string' && noted ? [[key, noted]] : []
  })
}
