import {
  AUTO_SELECT_CONFIDENCE,
  autoSelected,
  confidenceAs,
  sortCandidates,
  subtitleDuration,
} from '@otodana/subtitles'

import type { Reading } from '../files/read-subtitle.ts'
import type { AudioFile, SubtitleFile } from '../files/subtitle-files.ts'

/** A subtitle that may be the track's. */
export type LyricCandidate = {
  /** The hash of a file in the work; `local/…` for one on this device; `opened/…` for one that the listener opened. */
  id: string
  name: string
  folder: readonly string[]
  /** 0 to 1; 1 for a usable one that the listener opened. */
  confidence: number
  isPushed: boolean
  /** Belongs to another track, so it is never selected automatically. */
  isAnothers: boolean
  /** From a package on this device. */
  isLocal: boolean
  reading: Reading
}

/** A file that the listener opened for a track. */
export type OpenedFile = { id: string; name: string; reading: Reading }

/** Ranks subtitles that have been read, best first. */
export function rankCandidates(
  audio: AudioFile,
  files: readonly SubtitleFile[],
  readings: ReadonlyMap<string, Reading>,
  opened: readonly OpenedFile[],
): LyricCandidate[] {
  const found = files.flatMap(({ id, name, folder, source, belonging }) => {
    const reading = readings.get(id)
    if (!reading) return []
    const durationSeconds = reading.cues ? subtitleDuration(reading.cues) : 0
    const track = { path: audio.name, durationSeconds: audio.durationSeconds }
    const confidence = confidenceAs(belonging, track, { path: name, durationSeconds })
    const isAnothers = belonging === 'another'
    return [{ id, name, folder, confidence, isPushed: false, isAnothers, isLocal: 'local' in source, reading }]
  })
  const pushed = opened.map((file) => {
    // An unusable file must not replace a usable one.
    const isPushed = file.reading.problem === null
    return { ...file, folder: [], confidence: isPushed ? 1 : 0, isPushed, isAnothers: false, isLocal: false }
  })
  // Those of other tracks last, also among those that match as little.
  found.sort((a, b) => Number(a.isAnothers) - Number(b.isAnothers))
  return sortCandidates<LyricCandidate>([...pushed, ...found])
}

/** Below this, a subtitle is hardly the track's. */
const LEAST_LIKELY = 0.5

/** Returns how a subtitle fits its track, in a word. */
export function fitOf({ confidence, isPushed, isAnothers }: LyricCandidate) {
  if (isPushed) return 'opened'
  if (isAnothers) return 'anothers'
  if (confidence >= AUTO_SELECT_CONFIDENCE) return 'fits'
  return confidence >= LEAST_LIKELY ? 'mayFit' : 'hardlyFits'
}

/** Returns the listener's choice, else the first candidate if its confidence is high enough, else none. */
export function chosenCandidate(
  sorted: readonly LyricCandidate[],
  chosenId: string | undefined,
): LyricCandidate | null {
  return sorted.find(({ id }) => id === chosenId) ?? sorted[autoSelected(sorted)] ?? null
}
