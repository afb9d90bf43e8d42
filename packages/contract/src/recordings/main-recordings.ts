import type { TrackFile, TrackNode } from '../tracks.ts'
import { audioFolders, preferredVersion, secondsOf, type AudioFolder } from './audio-folders.ts'
import { discIn } from './folder-names.ts'
import { type FolderPath, nameWithoutExtension, type RecordingPreferences } from './folders.ts'

/** The recordings of one folder in playing order. */
type TrackGroup = { path: FolderPath; tracks: TrackFile[] }

/** One version of a work, such as the one in mp3 without effects. */
export type RecordingVersion = { groups: TrackGroup[]; seconds: number; formatRank: number; hasEffects: boolean }

/** Returns what a work plays by default: the recordings of its main version in order. */
export function initialTracks(tree: readonly TrackNode[], preferences: RecordingPreferences): TrackFile[] {
  return mainVersion(tree, preferences)?.groups.flatMap(({ tracks }) => tracks) ?? []
}

/**
 * Returns the preferred version of a work, undefined if it has no audio. It has each main recording once.
 *
 * Extras are left out while there are other folders. The rest are versions of the work: folders of the same format,
 * with or without effects, form one version (discs, chapters). The version rule of `preferredVersion` applies.
 */
export function mainVersion(
  tree: readonly TrackNode[],
  preferences: RecordingPreferences,
): RecordingVersion | undefined {
  const folders = audioFolders(tree, preferences)
  const main = folders.filter((folder) => !folder.isExtra)
  return preferredVersion(versionsOf(main.length > 0 ? main : folders), preferences)
}

function versionsOf(folders: readonly AudioFolder[]): RecordingVersion[] {
  const versions = new Map<string, RecordingVersion>()
  for (const { path, tracks, formatRank: rank, hasEffects } of folders) {
    const key = `${rank} ${String(hasEffects)}`
    const version = versions.get(key) ?? { groups: [], seconds: 0, formatRank: rank, hasEffects }
    version.groups.push({ path, tracks })
    versions.set(key, version)
  }
  for (const version of versions.values()) {
    version.groups = withoutCopies(version.groups)
    version.seconds = secondsOf(version.groups.flatMap(({ tracks }) => tracks))
  }
  return [...versions.values()]
}

/**
 * Removes the same recording in two folders (such as two bit rates). `01.mp3` of two chapters is not the same, nor are
 * recordings of the same name and length on two discs.
 */
function withoutCopies(groups: readonly TrackGroup[]): TrackGroup[] {
  const seen = new Set<string>()
  const isFirst = (disc: string, { title, duration }: TrackFile) => {
    if (duration === undefined) return true
    const recording = `${disc} ${nameWithoutExtension(title)} ${duration.toFixed(1)}`
    if (seen.has(recording)) return false
    seen.add(recording)
    return true
  }
  return groups
    .map(({ path, tracks }) => {
      const disc = path.map(discIn).join('/')
      return { path, tracks: tracks.filter((track) => isFirst(disc, track)) }
    })
    .filter(({ tracks }) => tracks.length > 0)
}
