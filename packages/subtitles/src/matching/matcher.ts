import { fileFormat } from '../parsing/file-format.ts'
import { AUTO_SELECT_CONFIDENCE, confidenceOf, durationCloseness, mostConfidence } from './match.ts'
import { readSubtitleName } from './name-keys.ts'
import { type Claim, ownByName } from './own-by-name.ts'
import { type NamedSubtitle, ownByNumber } from './own-by-number.ts'
import { folderOf, nameOf, readFolders } from './subtitle-folders.ts'
import { type AudioEntry, compare, isSameRecording, type MatchedAudio, readAudio } from './work-audio.ts'

/** Its path, separated by `/`, and the end of its last line; 0 if unknown. */
export type { MatchedAudio } from './work-audio.ts'
export type MatchedSubtitle = { path: string; durationSeconds: number }

/**
 * How a subtitle relates to a track: its `own` by name or number; `another`'s; or `open`, where names do not match and
 * the formula decides.
 */
export type Belonging = 'own' | 'open' | 'another'

export type Matcher<A extends MatchedAudio> = ReturnType<typeof createMatcher<A>>

/** Formats of one recording by preference: those that play everywhere and are small come first. */
const FORMATS = ['mp3', 'm4a', 'aac', 'opus', 'ogg', 'flac', 'wav']
/** Maximum number of audio files, closest in duration, that a subtitle without a match is compared with. */
const MAX_COMPARED = 100
/** Above this number of files of one name, subtitles are not shared between versions. */
const MAX_VERSIONS = 300

/**
 * Matches a work's subtitles with its tracks (LYR-02). Reads names and numbers once, in time proportional to the number
 * of files. The result does not depend on the order of the files.
 *
 * @param audio  of the work
 * @param paths  the work's files; those that are not subtitles are skipped
 * @param compareNames  counts comparisons in tests
 */
export function createMatcher<A extends MatchedAudio>(
  audio: readonly A[],
  paths: readonly string[],
  compareNames: typeof confidenceOf = confidenceOf,
) {
  const folders = readFolders(audio.map(({ path }) => path))
  const work = readAudio(audio, folders)
  const claims = readClaims()
  const subtitled = new Set([...claims.values()].flatMap(({ audio, isOpen }) => (isOpen ? [] : audio)))
  shareWithVersions()

  function readClaims(): Map<string, Claim<A>> {
    const found = new Map<string, Claim<A>>()
    const named = [...new Set(paths)]
      .filter((path) => fileFormat(path) !== null)
      .sort(compare)
      .map((path): NamedSubtitle<A> => {
        const name = readSubtitleName(nameOf(path))
        const claim = ownByName(path, name, work, folders)
        if (claim) found.set(path, claim)
        return { path, name, audio: claim?.audio ?? [] }
      })
    for (const [path, audio] of ownByNumber(named, work, folders)) found.set(path, { audio, isOpen: false })
    return found
  }

  /**
   * Gives a version without a subtitle of its own that of another version of the recording, such as the one with
   * effects.
   */
  function shareWithVersions(): void {
    const shared = new Set<AudioEntry<A>>()
    for (const claim of claims.values()) {
      if (claim.isOpen) continue
      const others = claim.audio.flatMap((owner) => {
        const alike = work.byRecording.get(owner.recording) ?? []
        if (alike.length > MAX_VERSIONS) return []
        return alike.filter((other) => !subtitled.has(other) && isSameRecording(owner, other))
      })
      if (others.length === 0) continue
      for (const other of others) shared.add(other)
      claim.audio = [...new Set([...claim.audio, ...others])]
    }
    for (const entry of shared) subtitled.add(entry)
  }

  function belonging(audioPath: string, subtitlePath: string): Belonging {
    const claim = claims.get(subtitlePath)
    if (!claim) return 'open'
    if (!claim.audio.some(({ path }) => path === audioPath)) return 'another'
    return claim.isOpen ? 'open' : 'own'
  }

  /** Sorts audio files by distance to a subtitle, then by format. */
  function byNearness(path: string, entries: readonly AudioEntry<A>[]): AudioEntry<A>[] {
    const folder = folderOf(path)
    return entries
      .map((entry) => ({ entry, isBeside: entry.folder === folder, rank: formatRank(entry.path) }))
      .sort((a, b) => Number(b.isBeside) - Number(a.isBeside) || a.rank - b.rank)
      .map(({ entry }) => entry)
  }

  return {
    belonging,

    /** Returns the confidence that a subtitle belongs to an audio, 0 to 1. */
    confidence: (audioFile: MatchedAudio, subtitle: MatchedSubtitle): number =>
      confidenceAs(belonging(audioFile.path, subtitle.path), audioFile, subtitle, compareNames),

    /** Returns the audio files with subtitles of their own, without reading any. */
    subtitled: (): Set<A> => new Set([...subtitled].map(({ file }) => file)),

    /**
     * Returns the audio that a subtitle belongs to: by name or number, otherwise the one that would select it
     * automatically; null if the confidence is too low.
     */
    audioOf({ path, durationSeconds }: MatchedSubtitle): A | null {
      const claim = claims.get(path)
      const entries = byNearness(path, claim?.audio ?? work.entries)
      if (claim && !claim.isOpen) return entries[0]?.file ?? null
      // Closest durations first: once the name cannot make up for the duration, the rest cannot win.
      const compared = entries
        .map((entry) => ({ entry, closeness: durationCloseness(entry.seconds ?? 0, durationSeconds) }))
        .sort((a, b) => b.closeness - a.closeness)
        .slice(0, MAX_COMPARED)
      let best: AudioEntry<A> | null = null
      let bestConfidence = 0
      for (const { entry, closeness } of compared) {
        const most = mostConfidence(closeness)
        if (most < AUTO_SELECT_CONFIDENCE || most <= bestConfidence) break
        const confidence = compareNames(
          { name: nameOf(entry.path), durationSeconds: entry.seconds ?? 0 },
          { name: nameOf(path), durationSeconds },
        )
        if (confidence > bestConfidence) [best, bestConfidence] = [entry, confidence]
      }
      if (best && bestConfidence >= AUTO_SELECT_CONFIDENCE) return best.file
      // A work's only recording owns any subtitle.
      const [first] = entries
      return first && !claim && entries.every((entry) => isSameRecording(first, entry)) ? first.file : null
    },
  }
}

/**
 * Returns the confidence that a subtitle belongs to an audio, 0 to 1: 1 if it is its own, 0 if another's, otherwise the
 * formula's result.
 */
export function confidenceAs(
  belonging: Belonging,
  audio: MatchedAudio,
  subtitle: MatchedSubtitle,
  compareNames: typeof confidenceOf = confidenceOf,
): number {
  if (belonging === 'another') return 0
  // A subtitle that cannot be read must not win over those that can.
  if (belonging === 'own' && subtitle.durationSeconds > 0) return 1
  return compareNames(
    { name: nameOf(audio.path), durationSeconds: audio.durationSeconds ?? 0 },
    { name: nameOf(subtitle.path), durationSeconds: subtitle.durationSeconds },
  )
}

function formatRank(path: string): number {
  const index = FORMATS.indexOf(path.slice(path.lastIndexOf('.') + 1).toLowerCase())
  return index === -1 ? FORMATS.length : index
}
