import type { Named } from './names.ts'

/** What a work refers to. */
export type Links = {
  /** When the work was stored. */
  updatedAtMs: number
  genres: readonly { name: string }[]
  voiceActors: readonly Named[]
  songCount: number
}

/** About 150 bytes each. Beyond this, all are forgotten: apps ask for works in turn, and the oldest would be those needed next. */
const MAX_WORKS = 120_000

/**
 * Keeps links of works, each as one array of numbers: as objects that name each other, those of 100,000 works were a
 * quarter of what every garbage collection went through.
 */
export function createPackedLinks() {
  /** When the work was stored, its songs, the number of its genres, their numbers, and those of its voice actors. */
  const known = new Map<number, readonly number[]>()
  const genres = createNumbers<{ name: string }>()
  const voiceActors = createNumbers<Named>()

  return {
    /** Those that were kept when the work had been stored at that time. */
    get(workId: number, updatedAtMs: number): Links | undefined {
      const numbers = known.get(workId)
      if (numbers?.[0] !== updatedAtMs) return undefined
      const [, songCount = 0, genreCount = 0] = numbers
      return {
        updatedAtMs,
        songCount,
        genres: genres.things(numbers, 3, 3 + genreCount),
        voiceActors: voiceActors.things(numbers, 3 + genreCount, numbers.length),
      }
    },

    set(workId: number, links: Links): void {
      if (known.size >= MAX_WORKS && !known.has(workId)) known.clear()
      known.set(workId, [
        links.updatedAtMs,
        links.songCount,
        links.genres.length,
        ...links.genres.map(genres.numberOf),
        ...links.voiceActors.map(voiceActors.numberOf),
      ])
    },

    delete: (workId: number): void => void known.delete(workId),

    clear(): void {
      known.clear()
      genres.clear()
      voiceActors.clear()
    },
  }
}

function createNumbers<Thing>() {
  const numbers = new Map<Thing, number>()
  const all: Thing[] = []
  return {
    numberOf(thing: Thing): number {
      let number = numbers.get(thing)
      if (number === undefined) numbers.set(thing, (number = all.push(thing) - 1))
      return number
    },
    things(numbersOf: readonly number[], from: number, to: number): Thing[] {
      const found: Thing[] = []
      for (let at = from; at < to; at++) found.push(all[numbersOf[at]!]!)
      return found
    },
    clear(): void {
      numbers.clear()
      all.length = 0
    },
  }
}
