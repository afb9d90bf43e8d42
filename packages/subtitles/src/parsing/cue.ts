import { MAX_CUE_CHARACTERS, MAX_CUES } from '../limits.ts'
import { SubtitleError } from '../subtitle-error.ts'

/** One line of a subtitle. Times are seconds from the start of the audio. The text may contain line breaks. */
export type Cue = { startSeconds: number; endSeconds: number; text: string }

/** A parsed cue; `endSeconds` is null if the file does not give one. */
export type RawCue = { startSeconds: number; endSeconds: number | null; text: string }

/** How long a line without an end time and without a following line is shown. */
const UNENDED_SECONDS = 5

/** The cues parsed so far. */
export type RawCues = { found: RawCue[]; add(cue: RawCue): void }

/** Creates an empty list. Its `add` throws `tooManyCues` beyond the limit. */
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
 * Sorts cues by start, merges those that start together (two languages, two speakers), sets missing ends, and removes
 * empty cues, which only end the previous one.
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
    // Typeset files repeat a line for each layer.
    last.text = cut([...new Set([...last.text.split('\n'), ...clean.split('\n')])].join('\n').trimStart())
  }
  return cues
}

function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}

/** Removes control characters, trailing blanks and empty lines. */
function cleanText(text: string): string {
  // Cut first: a cue may be as long as its file.
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
  // Do not split a surrogate pair.
  const end = /[\ud800-\udbff]/.test(text[MAX_CUE_CHARACTERS - 2]!) ? MAX_CUE_CHARACTERS - 2 : MAX_CUE_CHARACTERS - 1
  return `${text.slice(0, end)}…`
}

/** Maximum number of earlier cues that may still be current. */
const OVERLAP = 8

/**
 * Returns the index of the current cue at a time: of overlapping cues, the one that started last; −1 if there is none.
 *
 * @param cues  sorted by start
 */
export function cueIndexAt(cues: readonly Cue[], seconds: number): number {
  const begun = lastStarted(cues, seconds)
  for (let index = begun; index >= Math.max(0, begun - OVERLAP); index--) {
    if (seconds < cues[index]!.endSeconds) return index
  }
  return -1
}

/** Returns the time in seconds of the next change of the current cue; `Infinity` after the last. */
export function cueChangeAfter(cues: readonly Cue[], seconds: number): number {
  const begun = lastStarted(cues, seconds)
  const next = cues[begun + 1]?.startSeconds ?? Infinity
  return Math.min(next, cues[cueIndexAt(cues, seconds)]?.endSeconds ?? Infinity)
}

/** Returns the index of the last cue that has started; −1 before the first. */
function lastStarted(cues: readonly Cue[], seconds: number): number {
  let low = 0
  let high = cues.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (cues[middle]!.startSeconds <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}
