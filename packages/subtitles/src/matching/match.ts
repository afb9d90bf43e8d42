import { withoutAudioExtension, withoutSubtitleExtension } from './extensions.ts'

const NAME_WEIGHT = 0.3
const DURATION_WEIGHT = 0.7
/** Audio that continues for longer after the last line is another recording. */
const MAX_SILENT_END_SECONDS = 5

/** From this confidence on a subtitle is selected automatically. */
export const AUTO_SELECT_CONFIDENCE = 0.8

/**
 * With less similar names a subtitle stays below `AUTO_SELECT_CONFIDENCE` for any duration, which is known without
 * reading it.
 */
export const LEAST_SELECTABLE_SIMILARITY = (AUTO_SELECT_CONFIDENCE - DURATION_WEIGHT) / NAME_WEIGHT - 1e-9

/** In characters; no file system allows longer names. */
const LONGEST_NAME = 255

/**
 * Returns the similarity of an audio file's and a subtitle's name, 0 to 1: the share of characters that need no edit to
 * turn one into the other, comparing letters and digits only, without extensions.
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
  // Names without letters and digits are either equal or not.
  if (length === 0) return audio === subtitle ? 1 : 0
  return 1 - editDistance(a, b) / length
}

function lettersAndDigits(name: string): string[] {
  const folded = name.slice(0, LONGEST_NAME).normalize('NFKC').toLowerCase()
  return [...folded.replace(/[^\p{Letter}\p{Number}]/gu, '')].slice(0, LONGEST_NAME)
}

/** Returns the Levenshtein distance. */
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
 * Returns how well a subtitle's duration fits an audio's, 0 to 1: shorter ÷ longer, but 0 if the audio is more than
 * five seconds longer, or if either duration is unknown.
 */
export function durationCloseness(audioSeconds: number, subtitleSeconds: number): number {
  if (!(audioSeconds > 0 && subtitleSeconds > 0)) return 0
  if (audioSeconds - subtitleSeconds > MAX_SILENT_END_SECONDS) return 0
  return Math.min(audioSeconds, subtitleSeconds) / Math.max(audioSeconds, subtitleSeconds)
}

/** Returns the confidence that a subtitle belongs to an audio, 0 to 1: three parts name, seven parts duration. */
export function confidenceOf(
  audio: { name: string; durationSeconds: number },
  subtitle: { name: string; durationSeconds: number },
): number {
  return (
    NAME_WEIGHT * nameSimilarity(audio.name, subtitle.name) +
    DURATION_WEIGHT * durationCloseness(audio.durationSeconds, subtitle.durationSeconds)
  )
}

/** Returns the maximum confidence for this closeness of durations, with equal names. */
export function mostConfidence(closeness: number): number {
  return NAME_WEIGHT + DURATION_WEIGHT * closeness
}

export type Candidate = {
  /** 0 to 1; 1 for one that the listener provided. */
  confidence: number
  /** Whether the listener provided it for this very track. */
  isPushed: boolean
}

/** Sorts candidates: those that the listener provided first, then by confidence. Stable. */
export function sortCandidates<C extends Candidate>(candidates: readonly C[]): C[] {
  return [...candidates].sort((a, b) => Number(b.isPushed) - Number(a.isPushed) || b.confidence - a.confidence)
}

/** Returns the index of the automatically selected candidate: 0, or −1 if its confidence is too low. */
export function autoSelected(sorted: readonly Candidate[]): number {
  return (sorted[0]?.confidence ?? 0) >= AUTO_SELECT_CONFIDENCE ? 0 : -1
}
