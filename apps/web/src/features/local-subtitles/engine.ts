/**
 * Subtitles of this device, without any of their screens. Not small: loaded by `import()` where it is needed.
 * All of it rejects with `LocalSubtitleError`.
 */
export { onLocalSubtitlesChanged } from './changes.ts'
export { openDatabase } from './opening.ts'
export { deletePackage, importPackage } from './in-worker.ts'
export { listPackages, subtitledWorkIds, subtitlesOfWork } from './reading.ts'
export { askPersistence, storageState } from './storage-state.ts'
