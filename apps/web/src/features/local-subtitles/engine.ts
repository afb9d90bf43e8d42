/**
 * Subtitles of this device, without UI. Large, so load it by `import()`. Everything rejects with `LocalSubtitleError`.
 */
export { onLocalSubtitlesChanged } from './database/package-changes.ts'
export { openDatabase } from './database/open-database.ts'
export { deletePackage, importPackage } from './run-in-worker.ts'
export { listPackages, subtitledWorkIds, subtitlesOfWork } from './database/read-packages.ts'
export { askPersistence, storageState } from '#lib/storage/storage-state.ts'
