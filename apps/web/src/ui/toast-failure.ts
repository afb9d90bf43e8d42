import { joinSentences } from '#i18n/join-sentences.ts'
import type { Speech } from '#i18n/translations.ts'
import { errorText } from '#i18n/use-error-text.ts'
import { ApiError } from '#lib/api/api.ts'

import { toast } from './toast.ts'

/**
 * Shows a toast with the reason of a failure; none if a login is needed, which has its own notice.
 *
 * @param what  the consequence, shown before the reason
 */
export function toastFailure(error: unknown, speech: Speech, what = ''): void {
  if (error instanceof ApiError && error.status === 401) return
  toast(joinSentences(what, errorText(error, speech)))
}
