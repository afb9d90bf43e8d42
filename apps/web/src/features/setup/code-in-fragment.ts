import { MAX_SETUP_CODE_LENGTH } from '@otodana/contract'

/**
 * Returns the setup code of an address such as `/setup#code=abcd-efgh-jkmn`; empty if there is none.
 *
 * @param hash  without `#`
 */
export function codeInFragment(hash: string): string {
  const code = new URLSearchParams(hash).get('code') ?? ''
  return code.length <= MAX_SETUP_CODE_LENGTH ? code : ''
}
