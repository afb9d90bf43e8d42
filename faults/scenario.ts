import type { Random } from '../bench/lib/random.ts'

/** What rounds of a scenario add up to. */
export type Tally = {
  rounds: number
  kills: number
  /** Writes that the server answered with success. */
  acknowledged: number
  /** The longest time from the end of a fault until the server was ready and took a write. */
  recoverySeconds: number
  /** What the server said of the fault: in its log, or on `/api/readyz`. */
  said: Set<string>
  violations: string[]
}

export type Round = {
  /** Decides everything that differs between rounds. What the operating system does with time differs nevertheless. */
  random: Random
  /** An empty folder, removed after the round. */
  dir: string
  /** How many kills a scenario of kills makes, and how often others repeat their fault at most. */
  kills: number
  /** Aborted by Ctrl-C: the scenario ends after the fault that it is at. */
  signal: AbortSignal
  tally: Tally
}

export type Scenario = {
  name: string
  /** What fails, for the table. */
  fault: string
  /** How many kills a round makes, if not the usual number: fewer where each takes half a minute, more where it takes a moment. */
  kills?: number
  /** What this machine lacks for it, as in "needs root"; null: nothing. */
  missing?(): string | null
  /**
   * One round, which adds to the tally.
   *
   * @throws {Error} what the server did not do, which counts as a violation
   */
  run(round: Round): Promise<void>
}

export function emptyTally(): Tally {
  return { rounds: 0, kills: 0, acknowledged: 0, recoverySeconds: 0, said: new Set(), violations: [] }
}
