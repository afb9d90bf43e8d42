import type { TrackChapters } from '@otodana/contract'
import { withoutAudioExtension } from '@otodana/subtitles'

import { type Chapter, parseStoredChapters } from '#features/metadata/index.ts'

export type ChapteredFile = {
  id: number
  /** Relative to the work's folder, separated by `/`. */
  path: string
  kind: 'audio' | 'text' | 'image' | 'other'
  duration_seconds: number | null
  chapters: string | null
}

/**
 * Returns the chapters of a work's audio files. What a file says of itself goes before a cue sheet, and of several sheets
 * the first one by path.
 */
export function trackChapters(workId: number, files: readonly ChapteredFile[]): TrackChapters[] {
  const inOrder = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const audio = inOrder.filter(({ kind }) => kind === 'audio')
  const chaptersOf = new Map<ChapteredFile, Chapter[]>()
  for (const file of inOrder) {
    for (const { of, chapters } of file.chapters === null ? [] : parseStoredChapters(file.chapters)) {
      if (of === null) chaptersOf.set(file, chapters)
    }
  }
  for (const sheet of inOrder.filter(({ kind }) => kind !== 'audio')) {
    const told = sheet.chapters === null ? [] : parseStoredChapters(sheet.chapters)
    for (const { of, chapters } of told) {
      const file = of === null ? undefined : namedFile(sheet.path, of, told.length === 1, audio)
      if (file && !chaptersOf.has(file)) chaptersOf.set(file, chapters)
    }
  }
  return audio.flatMap((file) => {
    const last = file.duration_seconds ?? Infinity
    const chapters = (chaptersOf.get(file) ?? []).filter(({ startSeconds }) => startSeconds < last)
    return chapters.length > 1 ? [{ hash: `${workId}/${file.id}`, chapters }] : []
  })
}

/**
 * Finds the file that a cue sheet names: often it has been converted since, so the extension may differ. A sheet of one
 * file may also share its name with it.
 */
function namedFile(
  sheetPath: string,
  name: string,
  isOnlyFile: boolean,
  audio: readonly ChapteredFile[],
): ChapteredFile | undefined {
  const folder = sheetPath.slice(0, sheetPath.lastIndexOf('/') + 1)
  const wanted = folded(folder + name.replaceAll('\\', '/').replace(/^(?:\.\/)+/, ''))
  const sheet = folded(sheetPath.replace(/\.cue$/i, ''))
  return (
    audio.find(({ path }) => folded(path) === wanted) ??
    audio.find(({ path }) => stem(path) === withoutAudioExtension(wanted)) ??
    (isOnlyFile ? audio.find(({ path }) => stem(path) === sheet || folded(path) === sheet) : undefined)
  )
}

function stem(path: string): string {
  return withoutAudioExtension(folded(path))
}

/** Names are compared as a listener reads them. */
function folded(path: string): string {
  return path.normalize('NFKC').toLowerCase()
}
