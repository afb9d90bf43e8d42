import { initialTracks, type RecordingPreferences } from '@otodana/contract'

import { type ListedFile, trackTree } from './track-tree.ts'

/** A device's preferences until it changes them; see `settings.store.ts` of the web app. */
const USUAL: RecordingPreferences = {
  sePreference: 'with',
  audioTypePreference: ['mp3', 'flac', 'wav', 'opus', 'm4a', 'aac', 'ogg'],
}

const NAMELESS = { id: 0, source_id: '', source_type: '', title: '' }

/** Returns the recordings that a work plays by default, in order: each once, without extras. */
export function mainFiles<F extends ListedFile>(files: readonly F[], preferences: RecordingPreferences = USUAL): F[] {
  const byHash = new Map(files.map((file) => [`${NAMELESS.id}/${file.id}`, file]))
  const tree = trackTree(NAMELESS, files, '', () => false)
  return initialTracks(tree, preferences).flatMap(({ hash }) => byHash.get(hash) ?? [])
}
