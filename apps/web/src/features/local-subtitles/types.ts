/** A listed package. */
export type SubtitlePackage = {
  id: number
  fileName: string
  sizeBytes: number
  createdAt: Date
}

/** Why a file was skipped. `tooLarge`: larger than any subtitle; `unsupported`: an unusual compression. */
export type SkipReason = 'noWorkCode' | 'encrypted' | 'broken' | 'tooLarge' | 'unsupported' | 'nestedTooDeep'

export type SkippedFile = { path: string; reason: SkipReason }

export type ImportedPackage = SubtitlePackage & {
  /** Number of imported subtitles. */
  fileCount: number
  /** Number of their works. */
  workCount: number
  /** Number of skipped files. */
  skippedCount: number
  /** The first of them. */
  skipped: SkippedFile[]
}

/** Progress of a step in bytes of the package; `files` is the number of stored subtitles. */
export type ImportProgress = { step: 'reading' | 'importing'; done: number; total: number; files: number }

export type ImportOptions = {
  /** Rolls back the import; the promise then rejects with `cancelled`. */
  signal?: AbortSignal
  /** Called at most ten times a second, and at the end of each step. */
  onProgress?: (progress: ImportProgress) => void
}

/**
 * `waiting`: other tabs have the old database open and were asked to close it. `upgrading`: `done` of `total` records
 * (version 2) or contents (version 3) have been rewritten. The end is reported by the promise of `openDatabase`.
 */
export type UpgradeProgress =
  | { state: 'waiting' }
  | { state: 'upgrading'; toVersion: 2 | 3; done: number; total: number }

/** A subtitle of a work in a package. */
export type LocalSubtitle = {
  /** The id of its record. */
  id: number
  packageId: number
  /** Its path in the package: `RJ01234567/字幕/01.vtt`. */
  path: string
  /** The last part of the path. */
  name: string
  /** As in the package; decode it with `decodeText` of `@otodana/subtitles`. */
  content: Uint8Array<ArrayBuffer>
}
