/** What is known of circles when a folder's name is read. */
export type Circles = {
  /** Whether other works have it. */
  isKnown(name: string): boolean
  /** Whether other sources state it for this work. */
  isCertain(name: string): boolean
  /** Whether an unknown name may be a circle's by its place alone. */
  mayGuess: boolean
}

export const noCircles: Circles = { isKnown: () => false, isCertain: () => false, mayGuess: true }
