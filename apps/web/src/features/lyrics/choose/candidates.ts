import { autoSelected, confidenceAs, sortCandidates, subtitleDuration } from '@otodana/subtitles'

import type { Reading } from '../files/read-subtitle.ts'
import type { AudioFile, SubtitleFile } from '../files/subtitle-files.ts'

/** A subtitle that may be the track's, or that the listener may take for it. */
export type LyricCandidate = {
  /** Of a file in the work its hash; of one on this device `local/…`; of one that the listener opened `opened/…`. */
  id: string
  name: string
  folder: readonly string[]
  /** 0 to 1; 1 for one that the listener opened and that can be shown. */
  confidence: number
  isPushed: boolean
  /** It is another track's: never chosen without asking. */
  isAnothers: boolean
  /** It is of a package on this device. */
  isLocal: boolean
  reading: Reading
}

/** A file that the listener opened for a track. */
export type OpenedFile = { id: string; name: string; reading: Reading }

/** What has been read, best first. */
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
    // One that cannot be shown is not to replace one that can.
    const isPushed = file.reading.problem === null
    return { ...file, folder: [], confidence: isPushed ? 1 : 0, isPushed, isAnothers: false, isLocal: false }
  })
  return sortCandidates<LyricCandidate>([...pushed, ...found])
}

/** What is shown: what the listener chose, else the first candidate if it is sure enough, else none. */
export function chosenCandidate(
  sorted: readonly LyricCandidate[],
  chosenId: string | undefined,
): LyricCandidate | null {
  return sorted.find(({ id }) => id === chosenId) ?? sorted[autoSelected(sorted)] ?? null
}
