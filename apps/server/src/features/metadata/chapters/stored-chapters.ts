import type { Chapter, ToldChapters } from './chapters.ts'

/** As stored: `[[file name or null, [[start in seconds, title], …]], …]` */
type Stored = [of: string | null, chapters: [startSeconds: number, title: string][]][]

/** Returns the text for the database; null if there are none. */
export function storedChapters(told: readonly ToldChapters[]): string | null {
  const some = told.filter(({ chapters }) => chapters.length > 0)
  if (some.length === 0) return null
  const stored: Stored = some.map(({ of, chapters }) => [
    of,
    chapters.map(({ startSeconds, title }): [number, string] => [startSeconds, title]),
  ])
  return JSON.stringify(stored)
}

/** The counterpart of {@link storedChapters}. */
export function parseStoredChapters(text: string): ToldChapters[] {
  return (JSON.parse(text) as Stored).map(([of, chapters]) => ({
    of,
    chapters: chapters.map(([startSeconds, title]): Chapter => ({ startSeconds, title })),
  }))
}
