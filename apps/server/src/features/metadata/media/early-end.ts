/** What is wrong with a file's end. */
export type EarlyEnd = {
  problem: string
  /** How much of the sound is there, where the end tells it. */
  seconds?: number
}
