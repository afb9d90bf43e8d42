import * as z from 'zod'

/** A variable that is a whole number, both limits included. */
export function Count(minimum: number, maximum: number) {
  const error = `must be a whole number from ${minimum} to ${maximum}`
  return z.coerce.number({ error }).int({ error }).min(minimum, { error }).max(maximum, { error })
}
