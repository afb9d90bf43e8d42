import type { TrackFile, TrackNode } from '../tracks.ts'
import { saysExtra, saysWithoutEffects } from './folder-names.ts'
import { contentOf, distinctRecordings, formatRank, type FolderPath, type RecordingPreferences } from './folders.ts'

type Kind = { path: FolderPath; isExtra: boolean; hasEffects: boolean }

/** The recordings directly in one folder, each once in the preferred format. */
export type AudioFolder = Kind & { tracks: TrackFile[]; seconds: number; formatRank: number }

/**
 * Returns all folders that contain audio, parents first. A folder that also holds samples is listed twice. Unplayable
 * files do not count unless a work has nothing else, since the scan may be wrong.
 */
export function audioFolders(tree: readonly TrackNode[], preferences: RecordingPreferences): AudioFolder[] {
  const root: Kind = { path: [], isExtra: false, hasEffects: true }
  const playable = foldersBelow(tree, preferences, root, ({ problem }) => problem !== 'empty' && problem !== 'damaged')
  return playable.length > 0 ? playable : foldersBelow(tree, preferences, root, () => true)
}

function foldersBelow(
  nodes: readonly TrackNode[],
  preferences: RecordingPreferences,
  kind: Kind,
  counts: (file: TrackFile) => boolean,
): AudioFolder[] {
  const { folders, files } = contentOf(nodes)
  const below = folders.flatMap(({ title, children }) =>
    foldersBelow(
      children,
      preferences,
      {
        path: [...kind.path, title],
        isExtra: kind.isExtra || saysExtra(title),
        hasEffects: kind.hasEffects && !saysWithoutEffects(title),
      },
      counts,
    ),
  )
  // Samples may be beside the work's folders; inside them such a name is part of the work.
  const isExtra = (file: TrackFile) => kind.isExtra || (folders.length > 0 && saysExtra(file.title))
  const here = [false, true].flatMap((wanted) => {
    const tracks = distinctRecordings(
      files.filter((file) => counts(file) && isExtra(file) === wanted),
      preferences,
    )
    if (tracks.length === 0) return []
    const rank = Math.max(...tracks.map((track) => formatRank(track.title, preferences)))
    return [{ ...kind, isExtra: wanted, tracks, seconds: secondsOf(tracks), formatRank: rank }]
  })
  return [...here, ...below]
}

/** The total duration in seconds; unknown durations count as 0. */
export function secondsOf(tracks: readonly TrackFile[]): number {
  return tracks.reduce((sum, { duration }) => sum + (duration ?? 0), 0)
}

/** Versions this close to the longest hold the same recordings. */
const SAME_LENGTH_SECONDS = 300

/**
 * Returns the version of a work to play: among those at most 300 seconds shorter than the longest, the one in the
 * preferred format, then with or without effects as preferred, then the first.
 */
export function preferredVersion<V extends Pick<AudioFolder, 'seconds' | 'formatRank' | 'hasEffects'>>(
  versions: readonly V[],
  { sePreference }: RecordingPreferences,
): V | undefined {
  const longest = Math.max(...versions.map(({ seconds }) => seconds))
  const misfit = ({ hasEffects }: V) => Number(hasEffects !== (sePreference === 'with'))
  return versions
    .filter(({ seconds }) => seconds >= longest - SAME_LENGTH_SECONDS)
    .sort((a, b) => a.formatRank - b.formatRank || misfit(a) - misfit(b))[0]
}
