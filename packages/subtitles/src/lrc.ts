import { readClock } from './clock.ts'
import { rawCues, type RawCue } from './cue.ts'
import { linesOf } from './lines.ts'

/** `[mm:ss.xx]` where the search stands. */
const STAMP = /\s*\[\s*(\d[\d:.,]{2,20})\s*\]/y
/** Times of single words, as karaoke files have them: `<mm:ss.xx>`, or `[mm:ss.xx]` further on in a line. */
const WORD_STAMP = /<\s{0,3}\d[\d:.,]{2,20}\s{0,3}>|\[\s{0,3}\d[\d:.,]{2,20}\s{0,3}\]/g
const TAG = /^\s{0,9}\[\s{0,9}(offset|length)\s{0,9}:\s{0,9}([+-]?[\d:.,]{1,20})\s{0,9}\]/i

/**
 * LRC: lines with one or more times before them. `[offset:ms]` brings all lines forward, `[length:mm:ss]` ends the last
 * one; other tags and lines without a time say nothing that is shown.
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
  // An empty cue is what ends the one before it. The length is the audio's, which the offset does not move.
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

/** Of three parts the last is hundredths, as some write them; with a fraction behind them the first is hours. */
function readStamp(text: string): number | null {
  return readClock(/^\d+:\d+:\d+$/.test(text) ? text.replace(/:(\d+)$/, '.$1') : text)
}
