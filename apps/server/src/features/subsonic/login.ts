import { accountKey } from '#features/accounts/index.ts'
import type { AppLogin } from '#features/app-passwords/index.ts'
import type { Account } from '#http/gate.ts'

import type { Parameters } from './parameters.ts'
import { SubsonicError } from './subsonic-error.ts'

/** `enc:` and the password in hexadecimal. */
const ENCODED = /^enc:((?:[\da-f]{2})+)$/i

/**
 * Reads how an app logs in: `apiKey`, or `u` with `p`, or `u` with `t` and `s`.
 *
 * @throws {SubsonicError} `missingParameter`, `mechanismsConflict`
 */
export function readLogin(parameters: Parameters): AppLogin {
  const [key, name, password, token, salt] = ['apiKey', 'u', 'p', 't', 's'].map((one) => parameters.text(one)) as [
    string | null,
    string | null,
    string | null,
    string | null,
    string | null,
  ]
  if (key !== null) {
    if (name !== null || password !== null || token !== null) {
      throw new SubsonicError('mechanismsConflict', 'An API key comes without a user name and password.')
    }
    return { kind: 'key', secret: key }
  }
  if (name === null) throw new SubsonicError('missingParameter', 'The parameter "u" is missing.')
  if (token !== null && password !== null) {
    throw new SubsonicError('mechanismsConflict', 'Either a password or a token, not both.')
  }
  if (token !== null) {
    if (salt === null) throw new SubsonicError('missingParameter', 'The parameter "s" is missing.')
    return { kind: 'signed', name, token, salt }
  }
  if (password === null) throw new SubsonicError('missingParameter', 'The parameter "p" is missing.')
  const hex = ENCODED.exec(password)?.[1]
  return { kind: 'password', name, secret: hex === undefined ? password : Buffer.from(hex, 'hex').toString('utf8') }
}

/** Whether a name in a call is the member’s own, however it is written, as at the login; null: none is given. */
export function isOwnName(name: string | null, account: Pick<Account, 'name'>): boolean {
  return name === null || accountKey(name) === accountKey(account.name)
}
