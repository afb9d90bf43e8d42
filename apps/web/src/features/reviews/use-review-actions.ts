import '#i18n/on-demand/deferred-texts.ts'
import '#i18n/on-demand/review-texts.ts'

import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

import { toastFailure } from '#ui/toast-failure.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { toast } from '#ui/toast.ts'

import type { MarksChange } from './marks.ts'
import { deleteMarks, saveMarks } from './review.store.ts'

/** Actions on a work's marks. Success is to be reported in the server's words. */
export function useReviewActions(workId: number) {
  const { api, queryClient } = useRouter().options.context
  const speech = useSpeech()
  return useMemo(() => {
    const deps = { api, queryClient }
    const save = async (change: MarksChange) => saveMarks(deps, workId, change)
    return {
      /** Shows a toast on failure. */
      change: (change: MarksChange) =>
        void save(change).then(toast, (error: unknown) =>
          toastFailure(error, speech, speech.texts('reviews')('notSaved')),
        ),
      /**
       * @returns what to report
       * @throws {ApiError}
       */
      save,
      /**
       * @returns what to report
       * @throws {ApiError}
       */
      remove: () => deleteMarks(deps, workId),
    }
  }, [api, queryClient, speech, workId])
}
