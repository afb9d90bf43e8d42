import { ApiError } from '#lib/api.ts'

import type { I18n } from './translations.ts'
import { useI18n, useLocale } from './use-translation.ts'

/**
 * What is told of a failure: the translation of the server's key, else its text as it came, else status and status text;
 * of anything but a call, its message.
 */
export function errorText(error: unknown, i18n: Pick<I18n, 'find' | 'texts'>): string {
  const unknown = i18n.texts('errors')('client.unknown')
  if (error instanceof ApiError) {
    return (error.key === undefined ? undefined : i18n.find('errors', error.key)) ?? (error.message || unknown)
  }
  return error instanceof Error && error.message !== '' ? error.message : unknown
}

export function useErrorText(error: unknown): string {
  useLocale()
  return errorText(error, useI18n())
}
