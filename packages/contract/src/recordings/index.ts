// Which of a work's recordings play, and in which order.
export { audioFolders, preferredVersion } from './audio-folders.ts'
export { saysExtra, saysWithoutEffects } from './folder-names.ts'
export {
  contentOf,
  distinctRecordings,
  extensionOf,
  type FolderContent,
  type FolderPath,
  formatRank,
  nameWithoutExtension,
  type RecordingPreferences,
} from './folders.ts'
export { initialTracks, mainVersion, type RecordingVersion } from './main-recordings.ts'
