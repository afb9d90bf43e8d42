export type { Chapter } from './chapters/chapters.ts'
export { MAX_CUE_BYTES, readCueFile } from './chapters/read-cue-file.ts'
export { parseStoredChapters, storedChapters } from './chapters/stored-chapters.ts'
export { cleanLine, cleanText, cut } from './fields/clean-text.ts'
export { completeRating } from './fields/rating.ts'
export {
  Edited,
  type EditedCover,
  type EditedMetadata,
  type Field,
  fieldSchemas,
  parseEdited,
} from './fields/edited.ts'
export { fieldProblems } from './fields/issue-text.ts'
export { limits, WorkMetadata } from './fields/work-metadata.ts'
export { lockWorks, mergeWork, refreshWorks } from './refresh-works.ts'
export { readSampleNames, TAKEN_OVER } from './store/provided.ts'
export { exportMetadata, exportWorks } from './export/export.ts'
export { exportSources } from './export/export-sources.ts'
export { importMetadata, importMetadataFrom } from './import/import.ts'
export { importWorks, type MovedWork } from './import/import-works.ts'
export { ImportFileError } from './import/import-lines.ts'
export { readImported } from './import/imported.ts'
export { type EmbeddedTags, probeMedia } from './media/probe.ts'
export { blobOf, type MediaFile } from './media/media-file.ts'
export { sniffContainer } from './media/sniff.ts'
export { openStoredMedia } from './media/stored-media.ts'
export { coverCandidates, coverFile } from './store/cover-choice.ts'
export { createNameCache, type NameCache } from './store/name-cache.ts'
export {
  mergedIds,
  moveVotes,
  moveVotesBack,
  readMerges,
  relinkWorks,
  storeLinksBeforeMerge,
} from './store/merged-names.ts'
export { type NameId, type NameKind, nameKinds } from './store/name-kinds.ts'
export { nameKey, staffId, voiceActorId } from './store/names.ts'
export { localKeys, type TagNames } from './store/tag-names.ts'
export { lockNames, takeWriteLock } from './store/write-lock.ts'
export { type LeftFiles, readLeftFiles } from './left/left-files.ts'
export { codesOfFolder } from './sources/folder-codes.ts'
export type { LibraryCircles, WorkPlace } from './sources/learn-circles.ts'
export { readLibraryCircles } from './store/library-circles.ts'
export { resolveMetadata, type ResolvedMetadata } from './resolve.ts'
export { type FolderSources, readOtherSources, readSources, type WorkSources } from './store/sources.ts'
export { storeFolderMetadata } from './store/folder-metadata.ts'
export { saveWorkMetadata, type WorkToSave } from './store/save.ts'
export type { SidecarCode } from './fields/work-metadata.ts'
export {
  readSidecar,
  readSidecarCode,
  readStoredSidecar,
  readStoredSidecarCode,
  type SidecarResult,
} from './sources/sidecar.ts'
