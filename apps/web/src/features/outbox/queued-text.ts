import '#i18n/on-demand/outbox-texts.ts'

import type { Speech } from '#i18n/translations.ts'

/** What to report of a write that waits. */
export function queuedText(speech: Speech): string {
  const t = speech.texts('outbox')
  return t('queued')
}

/** What is said beside something that is not yet sent. */
export function unsentText(speech: Speech): string {
  const t = speech.texts('outbox')
  return t('mark')
}
