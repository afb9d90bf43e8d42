import { decodeText } from '@otodana/subtitles'

import { CueSheetError, readCueChapters } from './cue-chapters.ts'
import type { ToldChapters } from './chapters.ts'

export const MAX_CUE_BYTES = 256 * 1024

/** Reads a cue sheet in any encoding that subtitles may have. @returns what is wrong with it, if it cannot be read */
export function readCueFile(bytes: Uint8Array): { chapters: ToldChapters[]; problem: string | null } {
  if (bytes.length > MAX_CUE_BYTES) return { chapters: [], problem: 'The cue sheet is larger than 256 kB' }
  const text = decodeText(bytes)
  if (text.includes('\uFFFD')) return { chapters: [], problem: 'The cue sheet’s encoding is not known' }
  try {
    return { chapters: readCueChapters(text), problem: null }
  } catch (error) {
    if (!(error instanceof CueSheetError)) throw error
    return { chapters: [], problem: error.message }
  }
}
