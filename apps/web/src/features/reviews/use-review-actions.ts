import '#i18n/on-demand/deferred-texts.ts'
import '#i18n/on-demand/review-texts.ts'

import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

import { toastFailure } from '#ui/toast-failure.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { toast } from '#ui/toast.ts'

import type { MarksChange } from './marks.ts'
import { deleteMarks, saveMarks } from './review.store.ts'

/** Actions on a work's marks. Success is reported in the server's words. */
export function useReviewActions(workId: number) {
  const { api, queryClient } = useRouter().options.context
  const speech = useSpeech()
  return useMemo(() => {
    const deps = { api, queryClient }
    const save = async (change: MarksChange) => toast(await saveMarks(deps, workId, change))
    return {
      /** Shows a toast on failure. */
      change: (change: MarksChange) =>
        void save(change).catch((error: unknown) => toastFailure(error, speech, speech.texts('reviews')('notSaved'))),
      /** @throws {ApiError} */
      save,
      /** @throws {ApiError} */
      remove: async () => toast(await deleteMarks(deps, workId)),
    }
  }, [api, queryClient, speech, workId])
}
