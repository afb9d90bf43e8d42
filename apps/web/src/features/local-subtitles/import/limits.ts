/** Packages up to this size are unpacked whole before anything is stored; larger ones chunk by chunk. */
export const FAST_PATH_BYTES = 52_428_800

/** So many subtitles are stored in one transaction, and make up a chunk. */
export const BATCH_FILES = 10_000

/** What unpacked subtitles may take of memory while they wait to be stored: in a small package, and in a chunk. */
export const FAST_PATH_HELD_BYTES = 256 * 2 ** 20
export const CHUNK_HELD_BYTES = 64 * 2 ** 20

/** Subtitles of one package: five times what the largest shared ones have. */
export const MAX_FILES = 500_000

/** Files of any kind in one archive. */
export const MAX_ENTRIES = 1_000_000

/** A package may unpack to so many times its size, or to so many bytes if that is more. Texts get to 20 times at most. */
export const MAX_RATIO = 100
export const LEAST_UNPACKED_BYTES = 64 * 2 ** 20

/** An archive in an archive in an archive. */
export const MAX_DEPTH = 3

/** An archive that is compressed inside another has to be unpacked in memory. */
export const MAX_NESTED_BYTES = 256 * 2 ** 20

/** What names are cut to, from their front. */
export const MAX_PATH_CHARACTERS = 1_000

/** So many of the files that were left out are named. */
export const MAX_SKIPPED_NAMED = 100
