import { readClock } from './clock.ts'
import { rawCues, type RawCue } from './cue.ts'
import { linesOf } from './lines.ts'
import { plainText } from './plain-text.ts'

const ARROW = '-->'
/** Maximum length of a time, in characters. */
const LONGEST_TIME = 40
/** WebVTT blocks that are not cues. */
const ASIDE = /^(?:NOTE|STYLE|REGION)(?:\s|$)/

/**
 * Parses SubRip and WebVTT, which are nearly the same: a line with two times, then lines of text until an empty one.
 * Skips cue numbers, names and settings, and WebVTT's notes and styles. Tolerates missing empty lines, missing end
 * times and the other format's notation of times.
 *
 * @throws {SubtitleError} `tooManyCues`
 */
export function parseBlocks(text: string): RawCue[] {
  const { found, add } = rawCues()
  let times: Times | null = null
  let lines: string[] = []
  let isFirst = true
  let isAside = false

  function endCue() {
    if (times) add({ ...times, text: plainText(lines.join('\n')) })
    times = null
    lines = []
  }

  for (const line of linesOf(text)) {
    if (line.trim() === '') {
      endCue()
      isFirst = true
      isAside = false
      continue
    }
    if (isFirst && ASIDE.test(line)) isAside = true
    isFirst = false
    const next = isAside ? null : readTimes(line)
    if (next) {
      // Without an empty line in between, this cue's number looks like the last line of the previous cue.
      if (/^\s{0,9}\d{1,9}\s{0,9}$/.test(lines.at(-1) ?? '')) lines.pop()
      endCue()
      times = next
    } else if (times) lines.push(line)
  }
  endCue()
  return found
}

type Times = { startSeconds: number; endSeconds: number | null }

function readTimes(line: string): Times | null {
  const arrow = line.indexOf(ARROW)
  if (arrow < 0 || arrow > LONGEST_TIME) return null
  const startSeconds = readClock(line.slice(0, arrow).trim())
  if (startSeconds === null) return null
  const [end = ''] = line
    .slice(arrow + ARROW.length, arrow + ARROW.length + LONGEST_TIME)
    .trim()
    .split(/\s/, 1)
  return { startSeconds, endSeconds: readClock(end) }
}
