/** One line of a subtitle; times are seconds from the beginning of the audio. */
export type Cue = { startSeconds: number; endSeconds: number; text: string }
