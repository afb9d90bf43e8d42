import type { TrackFile, TrackNode } from '@otodana/contract'

import { saysExtra, saysWithoutEffects } from './folder-names.ts'
import { contentOf, distinctRecordings, formatRank, type FolderPath } from './folders.ts'
import type { Preferences } from './preferences.ts'

type Kind = { path: FolderPath; isExtra: boolean; hasEffects: boolean }

/** What can be heard in one folder, without those below it: its recordings once each, in the preferred format. */
export type AudioFolder = Kind & { tracks: TrackFile[]; seconds: number; formatRank: number }

/**
 * All folders that sound lies in, each before those below it. One that holds samples as well counts twice. What cannot be
 * played is no sound, unless a work has nothing else: then the scan may be wrong.
 */
export function audioFolders(tree: readonly TrackNode[], preferences: Preferences): AudioFolder[] {
  const root: Kind = { path: [], isExtra: false, hasEffects: true }
  const playable = foldersBelow(tree, preferences, root, ({ problem }) => problem !== 'empty' && problem !== 'damaged')
  return playable.length > 0 ? playable : foldersBelow(tree, preferences, root, () => true)
}

function foldersBelow(
  nodes: readonly TrackNode[],
  preferences: Preferences,
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
  // A sample may lie beside the folders of the work itself; inside them such a name belongs to the work.
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

/** Seconds in all; of a recording whose length is not known none. */
export function secondsOf(tracks: readonly TrackFile[]): number {
  return tracks.reduce((sum, { duration }) => sum + (duration ?? 0), 0)
}

/** Versions this close to the longest are of the same recordings. */
const SAME_LENGTH_SECONDS = 300

/**
 * Of versions of a work the one to play: among those at most 300 seconds shorter than the longest that in the preferred
 * format, then the one with or without effects as preferred, then the first.
 */
export function preferred<V extends Pick<AudioFolder, 'seconds' | 'formatRank' | 'hasEffects'>>(
  versions: readonly V[],
  { sePreference }: Preferences,
): V | undefined {
  const longest = Math.max(...versions.map(({ seconds }) => seconds))
  const misfit = ({ hasEffects }: V) => Number(hasEffects !== (sePreference === 'with'))
  return versions
    .filter(({ seconds }) => seconds >= longest - SAME_LENGTH_SECONDS)
    .sort((a, b) => a.formatRank - b.formatRank || misfit(a) - misfit(b))[0]
}
