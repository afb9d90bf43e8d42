/**
 * Subtitles of this device, without any of their screens. Not small: loaded by `import()` where it is needed.
 * All of it rejects with `LocalSubtitleError`.
 */
export { onLocalSubtitlesChanged } from './database/package-changes.ts'
export { openDatabase } from './database/open-database.ts'
export { deletePackage, importPackage } from './run-in-worker.ts'
export { listPackages, subtitledWorkIds, subtitlesOfWork } from './database/read-packages.ts'
export { askPersistence, storageState } from './database/storage-state.ts'
