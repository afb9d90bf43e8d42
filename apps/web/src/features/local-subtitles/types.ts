/** A package as it is listed. */
export type SubtitlePackage = {
  id: number
  fileName: string
  sizeBytes: number
  createdAt: Date
}

/** Why a file of a package was left out. `tooLarge`: more than any subtitle is; `unsupported`: packed in an unusual way. */
export type SkipReason = 'noWorkCode' | 'encrypted' | 'broken' | 'tooLarge' | 'unsupported' | 'nestedTooDeep'

export type SkippedFile = { path: string; reason: SkipReason }

export type ImportedPackage = SubtitlePackage & {
  /** Subtitles that were taken in. */
  fileCount: number
  /** Works that they are of. */
  workCount: number
  /** How many files were left out. */
  skippedCount: number
  /** The first of them. */
  skipped: SkippedFile[]
}

/** How much of the package, in bytes, is done in a step; `files` are the subtitles that have been stored. */
export type ImportProgress = { step: 'reading' | 'importing'; done: number; total: number; files: number }

export type ImportOptions = {
  /** Takes back what has been imported so far; the promise is then rejected with `cancelled`. */
  signal?: AbortSignal
  /** Told at most ten times a second, and at the end of each step. */
  onProgress?: (progress: ImportProgress) => void
}

/**
 * `waiting`: other tabs hold the old database open and have been asked to let go. `upgrading`: `done` of `total` records
 * (version 2) or contents (version 3) have been rewritten. What ends it is the promise of `openDatabase`.
 */
export type UpgradeProgress =
  | { state: 'waiting' }
  | { state: 'upgrading'; toVersion: 2 | 3; done: number; total: number }

/** One subtitle of a work, as it lies in its package. */
export type LocalSubtitle = {
  /** The number of its record. */
  id: number
  packageId: number
  /** Its place in the package, with slashes: `RJ01234567/字幕/01.vtt`. */
  path: string
  /** The last part of it. */
  name: string
  /** As it was in the package; `decodeText` of `@otodana/subtitles` reads it. */
  content: Uint8Array<ArrayBuffer>
}

/** Null where the browser does not tell, as over plain HTTP. */
export type StorageState = {
  usageBytes: number | null
  quotaBytes: number | null
  /** Whether the browser promises not to clear it by itself. */
  isPersisted: boolean | null
}
