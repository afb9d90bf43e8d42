import type { TrackNode } from '@otodana/contract'

import { audioFolders, preferred } from './audio-folders.ts'
import type { FolderPath } from './folders.ts'
import type { Preferences } from './preferences.ts'

/** With more there is no telling which one is meant. */
export const MAX_CANDIDATES = 6

/**
 * The folder that a work opens at when its address names none: [] for the root, with all files in sight.
 *
 * Candidates are the folders that audio lies in, the root included, but none whose name, or that of a folder around it,
 * says that it holds extras. With more than six the root stays open. Of those whose sound is at most 300 seconds shorter
 * than the longest's, the one in the preferred format wins, then the one with or without effects as preferred, then the
 * first.
 */
export function initialFolder(tree: readonly TrackNode[], preferences: Preferences): FolderPath {
  if (preferences.initialPathBehavior === 'root') return []
  const candidates = audioFolders(tree, preferences).filter(({ isExtra }) => !isExtra)
  return (candidates.length <= MAX_CANDIDATES && preferred(candidates, preferences)?.path) || []
}
