import { audioFolders, type FolderPath, preferredVersion, type TrackNode } from '@otodana/contract'

import type { Preferences } from './preferences.ts'

/** With more candidates the choice would be arbitrary. */
export const MAX_CANDIDATES = 6

/**
 * Returns the folder that a work opens at if its URL names none; [] is the root.
 *
 * Candidates are the folders that directly contain audio, except extras and folders inside them. With more than six the
 * root is used. Otherwise the version rule of `preferredVersion` applies.
 */
export function initialFolder(tree: readonly TrackNode[], preferences: Preferences): FolderPath {
  if (preferences.initialPathBehavior === 'root') return []
  const candidates = audioFolders(tree, preferences).filter(({ isExtra }) => !isExtra)
  return (candidates.length <= MAX_CANDIDATES && preferredVersion(candidates, preferences)?.path) || []
}
