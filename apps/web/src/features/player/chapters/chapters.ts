/** Rules for chapters, as pure functions. */
import type { Chapter } from '@otodana/contract'
import { foldForFinding } from '@otodana/keyword'

/** Within so many seconds of a chapter's start, "previous" leads to the one before. */
const AT_START_SECONDS = 3
/** Positions are not exact to the millisecond after a seek. */
const TOLERANCE_SECONDS = 0.05
/** Fewer fit on a screen. */
const MIN_FILTERED = 20

/** Returns the index of the chapter at a position; -1 before the first one, or without chapters. */
export function chapterIndexAt(chapters: readonly Chapter[], seconds: number): number {
  return chapters.findLastIndex(({ startSeconds }) => startSeconds <= seconds + TOLERANCE_SECONDS)
}

/** Returns where the next chapter begins; null in the last one. */
export function nextChapterSeconds(chapters: readonly Chapter[], seconds: number): number | null {
  return chapters[chapterIndexAt(chapters, seconds) + 1]?.startSeconds ?? null
}

/** Returns the start of the current chapter, or of the one before if it has just begun; null without chapters. */
export function previousChapterSeconds(chapters: readonly Chapter[], seconds: number): number | null {
  if (chapters.length === 0) return null
  const index = chapterIndexAt(chapters, seconds)
  const startSeconds = chapters[index]?.startSeconds ?? 0
  if (seconds - startSeconds > AT_START_SECONDS) return startSeconds
  return chapters[index - 1]?.startSeconds ?? 0
}

/** Whether a list of chapters is long enough to be searched. */
export function isLongList(chapters: readonly Chapter[]): boolean {
  return chapters.length > MIN_FILTERED
}

/** A chapter with its place among all of them. */
export type FoundChapter = Chapter & { index: number }

/** Returns the chapters whose title or number contains every word; all of them for no words. */
export function findChapters(chapters: readonly Chapter[], text: string): FoundChapter[] {
  const words = text.split(/\s+/).map(foldForFinding).filter(Boolean)
  return chapters.flatMap((chapter, index) => {
    const title = foldForFinding(chapter.title)
    return words.every((word) => title.includes(word) || word === String(index + 1)) ? [{ ...chapter, index }] : []
  })
}
