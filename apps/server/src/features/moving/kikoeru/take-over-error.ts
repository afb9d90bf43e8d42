import type { KikoeruProblem } from '@otodana/contract'

/** A take-over cannot begin; the message says what to do. */
export class TakeOverError extends Error {
  override readonly name = 'TakeOverError'
  readonly problem: KikoeruProblem

  constructor(problem: KikoeruProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}
