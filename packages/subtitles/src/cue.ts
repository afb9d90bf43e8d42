import { MAX_CUE_CHARACTERS, MAX_CUES } from './limits.ts'
import { SubtitleError } from './subtitle-error.ts'

/** One line of a subtitle; times are seconds from the beginning of the audio. The text may hold line breaks. */
export type Cue = { startSeconds: number; endSeconds: number; text: string }

/** A cue as a parser found it; the end is null where the file does not say. */
export type RawCue = { startSeconds: number; endSeconds: number | null; text: string }

/** How long a line stays when neither it nor a following one says when it ends. */
const UNENDED_SECONDS = 5

/** What a parser has found so far. */
export type RawCues = { found: RawCue[]; add(cue: RawCue): void }

/** An empty list whose `add` throws `tooManyCues` as soon as there are. */
export function rawCues(): RawCues {
  const found: RawCue[] = []
  return {
    found,
    add(cue) {
      if (found.length >= MAX_CUES) throw new SubtitleError('tooManyCues')
      found.push(cue)
    },
  }
}

/**
 * Puts cues in order of their start, joins those that begin together (two languages, two speakers), gives an end to those
 * without one, and leaves out empty ones, which have only ended the one before.
 *
 * @throws {SubtitleError} `noCues`
 */
export function finishCues(raw: RawCue[]): Cue[] {
  const ordered = joined([...raw].sort((a, b) => a.startSeconds - b.startSeconds))
  const cues: Cue[] = []
  for (const [index, { startSeconds, endSeconds, text }] of ordered.entries()) {
    if (text === '') continue
    const isEnded = endSeconds !== null && endSeconds > startSeconds
    const fallback = ordered[index + 1]?.startSeconds ?? startSeconds + UNENDED_SECONDS
    cues.push({ startSeconds, endSeconds: isEnded ? endSeconds : fallback, text })
  }
  if (cues.length === 0) throw new SubtitleError('noCues')
  return cues
}

function joined(ordered: RawCue[]): RawCue[] {
  const cues: RawCue[] = []
  for (const { startSeconds, endSeconds, text } of ordered) {
    const clean = cleanText(text)
    const last = cues.at(-1)
    if (last?.startSeconds !== startSeconds) {
      cues.push({ startSeconds, endSeconds, text: clean })
      continue
    }
    last.endSeconds = later(last.endSeconds, endSeconds)
    if (clean === '' || clean === last.text || last.text.length >= MAX_CUE_CHARACTERS) continue
    // Typeset files hold a line once for each of its layers.
    last.text = cut([...new Set([...last.text.split('\n'), ...clean.split('\n')])].join('\n').trimStart())
  }
  return cues
}

function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}

/** Without control characters, blanks at the ends of lines, and empty lines. */
function cleanText(text: string): string {
  // Cut before it is looked at: a cue may be as long as its file.
  return cut(text.slice(0, 4 * MAX_CUE_CHARACTERS))
    .split('\n')
    .map((line) => line.replace(CONTROLS, '').trim())
    .filter((line) => line !== '')
    .join('\n')
}

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f\ufeff]/g

function cut(text: string): string {
  if (text.length <= MAX_CUE_CHARACTERS) return text
  // Not through the middle of a surrogate pair.
  const end = /[\ud800-\udbff]/.test(text[MAX_CUE_CHARACTERS - 2]!) ? MAX_CUE_CHARACTERS - 2 : MAX_CUE_CHARACTERS - 1
  return `${text.slice(0, end)}…`
}

/** How many cues before the latest one may still be on. */
const OVERLAP = 8

/**
 * The index of the cue that is on at a time: of several the one that began last; −1 when there is none.
 *
 * @param cues  in order of their start
 */
export function cueIndexAt(cues: readonly Cue[], seconds: number): number {
  const begun = begunBefore(cues, seconds)
  for (let index = begun; index >= Math.max(0, begun - OVERLAP); index--) {
    if (seconds < cues[index]!.endSeconds) return index
  }
  return -1
}

/** The seconds at which another cue, or none, will be on; `Infinity` after the last. */
export function cueChangeAfter(cues: readonly Cue[], seconds: number): number {
  const begun = begunBefore(cues, seconds)
  const next = cues[begun + 1]?.startSeconds ?? Infinity
  return Math.min(next, cues[cueIndexAt(cues, seconds)]?.endSeconds ?? Infinity)
}

/** The index of the last cue that has begun at a time; −1 before the first. */
function begunBefore(cues: readonly Cue[], seconds: number): number {
  let low = 0
  let high = cues.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (cues[middle]!.startSeconds <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}
