import { tagText } from '../media/tag-text.ts'

export const MAX_CHAPTERS = 1_000
export const MAX_CHAPTER_TITLE = 200

/** A part of a recording. It lasts until the next one begins. */
export type Chapter = {
  startSeconds: number
  /** Empty if it has none. */
  title: string
}

/** Chapters as a file tells them, of itself (`of` is null) or, in a cue sheet, of the file with that name. */
export type ToldChapters = { of: string | null; chapters: Chapter[] }

/**
 * Puts chapters in order and cleans their titles. Of several at one time the first counts; those beyond the limit, or
 * without a time, are left out.
 *
 * @returns an empty list if there are fewer than two: one chapter is the whole recording
 */
export function tidyChapters(told: readonly { startSeconds: number; title: unknown }[]): Chapter[] {
  const starts = new Set<number>()
  const chapters: Chapter[] = []
  for (const { startSeconds, title } of told.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    const start = Math.round(startSeconds * 1_000) / 1_000
    if (!(start >= 0) || !Number.isFinite(start) || starts.has(start)) continue
    if (chapters.length === MAX_CHAPTERS) break
    starts.add(start)
    chapters.push({ startSeconds: start, title: tagText(title, MAX_CHAPTER_TITLE) ?? '' })
  }
  return chapters.length > 1 ? chapters : []
}
