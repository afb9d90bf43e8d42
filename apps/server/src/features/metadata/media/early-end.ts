/** A problem with a file's end. */
export type EarlyEnd = {
  problem: string
  /** Duration of the existing audio, if known. */
  seconds?: number
}
