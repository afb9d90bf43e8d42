import '#i18n/later-texts.ts'
import '#i18n/review-texts.ts'

import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api.ts'
import { say } from '#lib/say.ts'

import type { MarksChange } from './marks.ts'
import { deleteMarks, saveMarks } from './review.store.ts'

/** What can be done about a work's marks. What has been done is told in the server's words. */
export function useReviewActions(workId: number) {
  const { api, queryClient } = useRouter().options.context
  const speech = useSpeech()
  return useMemo(() => {
    const deps = { api, queryClient }
    const save = async (change: MarksChange) => say(await saveMarks(deps, workId, change))
    const tellFailure = (error: unknown) => {
      // There the accounts say that a login is needed.
      if (error instanceof ApiError && error.status === 401) return
      say(`${speech.texts('reviews')('notSaved')} ${errorText(error, speech)}`)
    }
    return {
      /** Tells itself when it fails. */
      change: (change: MarksChange) => void save(change).catch(tellFailure),
      /** @throws {ApiError} */
      save,
      /** @throws {ApiError} */
      remove: async () => say(await deleteMarks(deps, workId)),
    }
  }, [api, queryClient, speech, workId])
}
