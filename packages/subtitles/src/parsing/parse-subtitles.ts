import { parseAss } from './ass.ts'
import { parseBlocks } from './blocks.ts'
import { finishCues, type Cue, type RawCue } from './cue.ts'
import { decodeText } from '../encoding/decode-text.ts'
import { fileFormat, type SubtitleFormat } from './file-format.ts'
import { MAX_SUBTITLE_BYTES } from '../limits.ts'
import { parseLrc } from './lrc.ts'
import { SubtitleError } from '../subtitle-error.ts'

const parsers: Record<SubtitleFormat, (text: string) => RawCue[]> = {
  lrc: parseLrc,
  srt: parseBlocks,
  vtt: parseBlocks,
  ass: parseAss,
}

/**
 * Parses a subtitle into at least one cue, sorted by start, each with text and an end after its start.
 *
 * @throws {SubtitleError} `tooLarge`, `tooManyCues`, or `noCues` if no line has a time
 */
export function parseSubtitles(text: string, format: SubtitleFormat): Cue[] {
  if (text.length > MAX_SUBTITLE_BYTES) throw new SubtitleError('tooLarge')
  return finishCues(parsers[format](text))
}

/**
 * Parses a subtitle file.
 *
 * @param fileName  determines the format
 * @throws {SubtitleError} also `unknownFormat`
 */
export function parseSubtitleFile(bytes: Uint8Array, fileName: string): Cue[] {
  const format = fileFormat(fileName)
  if (format === null) throw new SubtitleError('unknownFormat')
  return parseSubtitles(decodeText(bytes), format)
}

/** Returns the end of the last line in seconds; 0 if there is none. */
export function subtitleDuration(cues: readonly Cue[]): number {
  return cues.reduce((latest, { endSeconds }) => Math.max(latest, endSeconds), 0)
}
