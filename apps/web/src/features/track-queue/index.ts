export {
  type FolderPath,
  contentOf,
  listFiles,
  openFolder,
  nameWithoutExtension,
  hasAudio,
  totalSeconds,
} from './folders.ts'
export { type Preferences, usePreferences } from './preferences.ts'
export { toQueueTrack } from './queue-track.ts'
export { recordingsBelow } from './recordings-below.ts'
export { initialFolder } from './initial-folder.ts'
export { mainQueue } from './main-queue.ts'
export { queueAround } from './queue-around.ts'
export { type ListedTrack, type MainTracks, useMainTracks } from './use-main-tracks.ts'
