/** Packages up to this size are unpacked before anything is stored; larger ones chunk by chunk. */
export const FAST_PATH_BYTES = 52_428_800

/** Number of subtitles in a transaction, and in a chunk. */
export const BATCH_FILES = 10_000

/** Maximum size of unpacked subtitles in memory: of a small package, and of a chunk. */
export const FAST_PATH_HELD_BYTES = 256 * 2 ** 20
export const CHUNK_HELD_BYTES = 64 * 2 ** 20

/** Subtitles of one package: five times the largest published ones. */
export const MAX_FILES = 500_000

/** Files of any kind in one archive. */
export const MAX_ENTRIES = 1_000_000

/**
 * A package may unpack to this many times its size, or to this many bytes if that is more. Texts compress to a
 * twentieth at best.
 */
export const MAX_RATIO = 100
export const LEAST_UNPACKED_BYTES = 64 * 2 ** 20

/** An archive in an archive in an archive. */
export const MAX_DEPTH = 3

/** A compressed archive within another must be unpacked in memory. */
export const MAX_NESTED_BYTES = 256 * 2 ** 20

/** Longer paths are cut at the start. */
export const MAX_PATH_CHARACTERS = 1_000

/** Number of skipped files to list. */
export const MAX_SKIPPED_NAMED = 100
