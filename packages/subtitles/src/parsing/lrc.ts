import { readClock } from './clock.ts'
import { rawCues, type RawCue } from './cue.ts'
import { linesOf } from './lines.ts'

/** `[mm:ss.xx]` at the current position. */
const STAMP = /\s*\[\s*(\d[\d:.,]{2,20})\s*\]/y
/** Word times in karaoke files: `<mm:ss.xx>`, or `[mm:ss.xx]` within a line. */
const WORD_STAMP = /<\s{0,3}\d[\d:.,]{2,20}\s{0,3}>|\[\s{0,3}\d[\d:.,]{2,20}\s{0,3}\]/g
const TAG = /^\s{0,9}\[\s{0,9}(offset|length)\s{0,9}:\s{0,9}([+-]?[\d:.,]{1,20})\s{0,9}\]/i

/**
 * Parses LRC: lines with one or more times in front. `[offset:ms]` shifts all lines, `[length:mm:ss]` ends the last
 * one; other tags and lines without a time are skipped.
 *
 * @throws {SubtitleError} `tooManyCues`
 */
export function parseLrc(text: string): RawCue[] {
  const { found, add } = rawCues()
  let offsetSeconds = 0
  let lengthSeconds: number | null = null
  for (const line of linesOf(text)) {
    const [, tag, value = ''] = TAG.exec(line) ?? []
    if (tag === undefined) {
      const { stamps, words } = splitStamps(line)
      for (const startSeconds of stamps) add({ startSeconds, endSeconds: null, text: words })
    } else if (tag.toLowerCase() === 'offset') offsetSeconds = Number(value) / 1000 || 0
    else lengthSeconds = readClock(value)
  }
  // An empty cue ends the previous one. The length is the audio's, which the offset does not shift.
  const endSeconds = lengthSeconds === null ? null : lengthSeconds + offsetSeconds
  if (endSeconds !== null && found.every(({ startSeconds }) => startSeconds < endSeconds))
    add({ startSeconds: endSeconds, endSeconds: null, text: '' })
  return found.map((cue) => ({ ...cue, startSeconds: Math.max(0, cue.startSeconds - offsetSeconds) }))
}

function splitStamps(line: string): { stamps: number[]; words: string } {
  const stamps: number[] = []
  let end = 0
  STAMP.lastIndex = 0
  for (let match = STAMP.exec(line); match; match = STAMP.exec(line)) {
    const seconds = readStamp(match[1]!)
    if (seconds === null) break
    stamps.push(seconds)
    end = STAMP.lastIndex
  }
  return { stamps, words: stamps.length === 0 ? '' : line.slice(end).replace(WORD_STAMP, '') }
}

/** Of three parts the last is hundredths, as some tools write them; if a fraction follows, the first is hours. */
function readStamp(text: string): number | null {
  return readClock(/^\d+:\d+:\d+$/.test(text) ? text.replace(/:(\d+)$/, '.$1') : text)
}
