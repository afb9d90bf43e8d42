import { audioFolders, formatRank, nameWithoutExtension, type TrackFile, type TrackNode } from '@otodana/contract'

import type { Preferences } from './preferences.ts'

/** Two encodings of one recording differ by less than this. */
const SAME_RECORDING_SECONDS = 0.5

/**
 * Returns what a chosen folder plays: every recording in it and below once, in order. Of several versions the preferred
 * one plays, at the place of the first.
 */
export function recordingsBelow(nodes: readonly TrackNode[], preferences: Preferences): TrackFile[] {
  const chosen: { file: TrackFile; rank: number }[] = []
  const byName = new Map<string, { file: TrackFile; rank: number }[]>()
  for (const { tracks, hasEffects } of audioFolders(nodes, preferences)) {
    for (const file of tracks) {
      const misfit = Number(hasEffects !== (preferences.sePreference === 'with'))
      const entry = { file, rank: 2 * formatRank(file.title, preferences) + misfit }
      const name = nameWithoutExtension(file.title)
      const others = byName.get(name) ?? []
      const other = others.find((known) => isSameLength(known.file, file))
      if (!other) {
        chosen.push(entry)
        byName.set(name, [...others, entry])
      } else if (entry.rank < other.rank) Object.assign(other, entry)
    }
  }
  return chosen.map(({ file }) => file)
}

function isSameLength(a: TrackFile, b: TrackFile): boolean {
  return (
    a.duration !== undefined && b.duration !== undefined && Math.abs(a.duration - b.duration) < SAME_RECORDING_SECONDS
  )
}
