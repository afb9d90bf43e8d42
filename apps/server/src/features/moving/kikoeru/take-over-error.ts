/** A take-over cannot begin; the message says what to do. */
export class TakeOverError extends Error {
  override readonly name = 'TakeOverError'
}
