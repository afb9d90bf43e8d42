import type { TrackFile, TrackNode } from '@otodana/contract'

import { audioFolders, preferred, secondsOf, type AudioFolder } from './audio-folders.ts'
import { nameWithoutExtension } from './folders.ts'
import type { Preferences } from './preferences.ts'

/**
 * Returns what a work plays by default: all of its main recordings once, in order.
 *
 * Extras are left out while there are other folders. The rest are versions of the work: folders of the same format,
 * with or without effects, form one version (discs, chapters). The version rule of `preferred` applies.
 */
export function initialTracks(tree: readonly TrackNode[], preferences: Preferences): TrackFile[] {
  const folders = audioFolders(tree, preferences)
  const main = folders.filter((folder) => !folder.isExtra)
  const versions = versionsOf(main.length > 0 ? main : folders)
  const best = preferred(versions, preferences)
  return best?.tracks ?? []
}

type Version = { tracks: TrackFile[]; seconds: number; formatRank: number; hasEffects: boolean }

function versionsOf(folders: readonly AudioFolder[]): Version[] {
  const versions = new Map<string, Version>()
  for (const { tracks, formatRank: rank, hasEffects } of folders) {
    const key = `${rank} ${String(hasEffects)}`
    const version = versions.get(key) ?? { tracks: [], seconds: 0, formatRank: rank, hasEffects }
    version.tracks.push(...tracks)
    versions.set(key, version)
  }
  for (const version of versions.values()) {
    version.tracks = withoutCopies(version.tracks)
    version.seconds = secondsOf(version.tracks)
  }
  return [...versions.values()]
}

/** Removes the same recording in two folders (such as two bit rates); `01.mp3` of two chapters is not the same. */
function withoutCopies(tracks: readonly TrackFile[]): TrackFile[] {
  const seen = new Set<string>()
  return tracks.filter(({ title, duration }) => {
    if (duration === undefined) return true
    const recording = `${nameWithoutExtension(title)} ${duration.toFixed(1)}`
    if (seen.has(recording)) return false
    seen.add(recording)
    return true
  })
}
