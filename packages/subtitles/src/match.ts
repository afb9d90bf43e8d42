import { withoutAudioExtension, withoutSubtitleExtension } from './extensions.ts'

const NAME_WEIGHT = 0.3
const DURATION_WEIGHT = 0.7
/** Audio that goes on for longer after the last line is another recording. */
const MAX_SILENT_END_SECONDS = 5

/** From here on a subtitle is surely a track's own, and is chosen without asking. */
export const AUTO_SELECT_CONFIDENCE = 0.8

/** A name less alike keeps a subtitle below `AUTO_SELECT_CONFIDENCE` whatever its duration, so that is known unread. */
export const LEAST_SELECTABLE_SIMILARITY = (AUTO_SELECT_CONFIDENCE - DURATION_WEIGHT) / NAME_WEIGHT - 1e-9

/** Characters; no file system has longer names. */
const LONGEST_NAME = 255

/**
 * How alike the names of an audio file and a subtitle are, 0 to 1: the share of characters that need no change to make one
 * the other, counting letters and digits only and leaving off the extensions.
 *
 * @param audioName  with its extension, as in `01.mp3`
 * @param subtitleName  with its extension; `01.mp3.vtt` is exactly that audio's
 */
export function nameSimilarity(audioName: string, subtitleName: string): number {
  if (subtitleName === `${audioName}.vtt`) return 1
  const audio = withoutAudioExtension(audioName)
  const subtitle = withoutAudioExtension(withoutSubtitleExtension(subtitleName))
  const [a, b] = [lettersAndDigits(audio), lettersAndDigits(subtitle)]
  const length = Math.max(a.length, b.length)
  // Names of nothing but signs can only be the same or not.
  if (length === 0) return audio === subtitle ? 1 : 0
  return 1 - editDistance(a, b) / length
}

function lettersAndDigits(name: string): string[] {
  const folded = name.slice(0, LONGEST_NAME).normalize('NFKC').toLowerCase()
  return [...folded.replace(/[^\p{Letter}\p{Number}]/gu, '')].slice(0, LONGEST_NAME)
}

/** How many characters have to be put in, taken out or changed to make `a` into `b` (Levenshtein). */
function editDistance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [index, character] of a.entries()) {
    const next = [index + 1]
    for (let other = 0; other < b.length; other++) {
      const change = row[other]! + (character === b[other] ? 0 : 1)
      next.push(Math.min(change, row[other + 1]! + 1, next[other]! + 1))
    }
    row = next
  }
  return row[b.length]!
}

/**
 * How well a subtitle's length fits an audio's, 0 to 1: the shorter in parts of the longer, but 0 when the audio is more
 * than five seconds longer, and when either length is not known.
 */
export function durationCloseness(audioSeconds: number, subtitleSeconds: number): number {
  if (!(audioSeconds > 0 && subtitleSeconds > 0)) return 0
  if (audioSeconds - subtitleSeconds > MAX_SILENT_END_SECONDS) return 0
  return Math.min(audioSeconds, subtitleSeconds) / Math.max(audioSeconds, subtitleSeconds)
}

/** How surely a subtitle is that of an audio, 0 to 1: three parts name, seven parts duration. */
export function confidenceOf(
  audio: { name: string; durationSeconds: number },
  subtitle: { name: string; durationSeconds: number },
): number {
  return (
    NAME_WEIGHT * nameSimilarity(audio.name, subtitle.name) +
    DURATION_WEIGHT * durationCloseness(audio.durationSeconds, subtitle.durationSeconds)
  )
}

/** The most that a subtitle's name can make of the closeness of its length. */
export function mostConfidence(closeness: number): number {
  return NAME_WEIGHT + DURATION_WEIGHT * closeness
}

export type Candidate = {
  /** 0 to 1; 1 for one that the listener gave. */
  confidence: number
  /** The listener gave it for this very track. */
  isPushed: boolean
}

/** Best first: those that the listener gave, then by confidence; equals stay in their order. */
export function sortCandidates<C extends Candidate>(candidates: readonly C[]): C[] {
  return [...candidates].sort((a, b) => Number(b.isPushed) - Number(a.isPushed) || b.confidence - a.confidence)
}

/** The index of the candidate to choose without asking, which is 0 or, when none is sure enough, −1. */
export function autoSelected(sorted: readonly Candidate[]): number {
  return (sorted[0]?.confidence ?? 0) >= AUTO_SELECT_CONFIDENCE ? 0 : -1
}
