import { buffer } from 'node:stream/consumers'

import { type Cue, MAX_SUBTITLE_BYTES, parseSubtitleFile, SubtitleError } from '@otodana/subtitles'

import { placeBelow, type Storage, StorageError } from '#storage/storage.ts'

/** A file's cues, or why it is unreadable until it changes. */
export type Reading = { cues: Cue[]; problem: null } | { cues: null; problem: string }

/**
 * Reads a subtitle file.
 *
 * @throws {StorageError} temporarily unreadable
 */
export async function readCues(
  storage: Storage,
  file: { root: string; workPath: string; path: string },
): Promise<Reading> {
  try {
    const stored = await storage.stat(placeBelow({ root: file.root, path: file.workPath }, file.path))
    if (stored.sizeBytes > MAX_SUBTITLE_BYTES) throw new SubtitleError('tooLarge')
    if (stored.sizeBytes === 0) throw new SubtitleError('noCues')
    const stream = await storage.openRange(stored, { start: 0, end: stored.sizeBytes - 1 })
    return { cues: parseSubtitleFile(await buffer(stream), file.path), problem: null }
  } catch (error) {
    if (error instanceof SubtitleError) return { cues: null, problem: error.problem }
    if (error instanceof StorageError && error.failure === 'outside') return { cues: null, problem: 'outside' }
    throw error
  }
}
