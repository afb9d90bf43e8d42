import { ApiError, isAbort } from '#lib/api/api.ts'
import { isMissingChunk } from '#lib/chunks/load-chunk.ts'

import type { Speech } from './translations.ts'
import { useSpeech } from './use-translation.ts'

/**
 * Describes an error: the translation of the server's key, else the server's text, else status and status text; for a
 * chunk that failed to load, the likely reason; otherwise its message. Empty for a cancelled call.
 */
export function errorText(error: unknown, speech: Speech): string {
  if (isAbort(error)) return ''
  const unknown = speech.texts('errors')('client.unknown')
  if (error instanceof ApiError) {
    const { key = '', retryAfterSeconds: seconds } = error
    if (key === 'request.tooMany' && seconds) {
      const t = speech.texts('errors-deferred')
      return seconds < 60
        ? t('retry.seconds', { count: seconds })
        : t('retry.minutes', { count: Math.ceil(seconds / 60) })
    }
    const text = speech.find('errors', key) ?? speech.find('errors-deferred', key) ?? (error.message || unknown)
    return text.replace('{{details}}', () => error.details ?? '')
  }
  if (isMissingChunk(error)) return speech.texts('errors')('client.screenMissing')
  return error instanceof Error && error.message !== '' ? error.message : unknown
}

export function useErrorText(error: unknown): string {
  return errorText(error, useSpeech())
}
