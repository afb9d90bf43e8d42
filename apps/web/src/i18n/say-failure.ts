import { ApiError } from '#lib/api.ts'
import { say } from '#lib/say.ts'

import { inOne } from './in-one.ts'
import type { Speech } from './translations.ts'
import { errorText } from './use-error-text.ts'

/**
 * Says in passing why something was not done. Nothing of a login that is needed: of that the accounts tell, once for all
 * that fails by it.
 *
 * @param what  what it means, told before the reason
 */
export function sayFailure(error: unknown, speech: Speech, what = ''): void {
  if (error instanceof ApiError && error.status === 401) return
  say(inOne(what, errorText(error, speech)))
}
