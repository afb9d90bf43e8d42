/** A whole day of dense captions is a tenth of this. */
export const MAX_SUBTITLE_BYTES = 4 * 1024 * 1024

/** One per second for fourteen hours. */
export const MAX_CUES = 50_000

/** Longer lines are cut. */
export const MAX_CUE_CHARACTERS = 1_000
