import { readClock } from './clock.ts'
import { rawCues, type RawCue } from './cue.ts'
import { linesOf } from './lines.ts'

const SECTION = /^\s{0,9}\[([^\]]{1,40})\]/
const LINE = /^\s{0,9}(format|dialogue)\s{0,9}:/i
const defaultFormat = 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'
const MAX_FIELDS = 30

type Fields = { start: number; end: number; text: number; count: number }

/**
 * Parses Advanced SubStation: the `Dialogue` lines of `[Events]`, with their fields in the order of `Format`. Skips
 * comments and lines with too few fields. Keeps only the words of a text, not its styling and position.
 *
 * @throws {SubtitleError} `tooManyCues`
 */
export function parseAss(text: string): RawCue[] {
  const { found, add } = rawCues()
  let fields = readFormat(defaultFormat)!
  // A file without sections is assumed to have lost its header.
  let isEvents = true
  for (const line of linesOf(text)) {
    const section = SECTION.exec(line)
    if (section) {
      isEvents = section[1]!.trim().toLowerCase() === 'events'
      continue
    }
    const kind = isEvents ? LINE.exec(line) : null
    if (!kind) continue
    const content = line.slice(kind[0].length)
    if (kind[1]!.toLowerCase() === 'format') {
      fields = readFormat(content) ?? fields
      continue
    }
    const values = splitFields(content, fields.count)
    const startSeconds = readClock(values[fields.start]?.trim() ?? '')
    const words = values[fields.text]
    if (startSeconds === null || words === undefined) continue
    const endSeconds = readClock(values[fields.end]?.trim() ?? '')
    add({ startSeconds, endSeconds, text: spokenText(words) })
  }
  return found
}

/** Returns null if there is no start or text field. */
function readFormat(content: string): Fields | null {
  const names = content
    .slice(0, 500)
    .split(',', MAX_FIELDS)
    .map((name) => name.trim().toLowerCase())
  const [start, end, text] = [names.indexOf('start'), names.indexOf('end'), names.indexOf('text')]
  return start < 0 || text < 0 ? null : { start, end, text, count: names.length }
}

/** The last field may contain commas. */
function splitFields(content: string, count: number): string[] {
  const values: string[] = []
  let at = 0
  while (values.length < count - 1) {
    const comma = content.indexOf(',', at)
    if (comma < 0) break
    values.push(content.slice(at, comma))
    at = comma + 1
  }
  values.push(content.slice(at))
  return values
}

/** Removes override tags (`{…}`), and drawings between `\p1` and `\p0`. */
function spokenText(text: string): string {
  let words = ''
  let isDrawing = false
  let at = 0
  while (at < text.length) {
    const open = text.indexOf('{', at)
    const close = open < 0 ? -1 : text.indexOf('}', open)
    const end = close < 0 ? text.length : open
    if (!isDrawing) words += text.slice(at, end)
    if (close < 0) break
    const mode = /\\p(\d{1,3})(?!\d)/.exec(text.slice(open, close))
    if (mode) isDrawing = Number(mode[1]) > 0
    at = close + 1
  }
  return words.replaceAll(/\\N/gi, '\n').replaceAll('\\h', ' ')
}
