import { weaknessMessages, weaknessOf } from '@otodana/contract'

import { InvalidRequest } from '#http/errors/app-error.ts'

/**
 * Rejects easily guessed passwords. The error does not repeat the password.
 *
 * @param param  the field of the body
 * @throws {InvalidRequest}
 */
export function refuseGuessable(param: string, password: string, name: string): void {
  const weakness = weaknessOf(password, name)
  if (weakness !== null) throw new InvalidRequest([{ location: 'body', param, msg: weaknessMessages[weakness] }])
}
