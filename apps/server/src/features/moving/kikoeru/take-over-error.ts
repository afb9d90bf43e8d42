import type { KikoeruProblem } from '@otodana/contract'

import { isDiskFull } from '#db/dialect.ts'
import { ForeignDatabaseError } from '#db/foreign-sqlite.ts'

/** A take-over cannot begin; the message says what to do. */
export class TakeOverError extends Error {
  override readonly name = 'TakeOverError'
  readonly problem: KikoeruProblem

  constructor(problem: KikoeruProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

/** Returns the problem that is shown of a take-over that failed. */
export function problemOf(error: unknown): KikoeruProblem {
  if (error instanceof TakeOverError) return error.problem
  if (error instanceof ForeignDatabaseError) return 'damaged'
  return isDiskFull(error) ? 'noRoom' : 'failed'
}
