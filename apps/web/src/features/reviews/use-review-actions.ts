import '#i18n/on-demand/deferred-texts.ts'
import '#i18n/on-demand/review-texts.ts'

import type { Work } from '@otodana/contract'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

import { queuedText } from '#features/outbox/index.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { toast } from '#ui/toast.ts'

import type { MarksChange } from './marks.ts'
import { deleteMarks, saveMarks } from './review.store.ts'

/**
 * Actions on a work's marks. Success is to be reported in the server's words.
 *
 * @param shown  its marks as the member sees them, as far as known
 */
export function useReviewActions({ id, title }: Pick<Work, 'id' | 'title'>, shown: MarksChange) {
  const { api, queryClient } = useRouter().options.context
  const speech = useSpeech()
  const { rating, text, progress } = shown
  return useMemo(() => {
    const deps = { api, queryClient }
    const known = Object.entries({ rating, text, progress }).filter(([, value]) => value !== undefined)
    const work = { id, title, shown: Object.fromEntries(known) }
    const save = async (change: MarksChange) => (await saveMarks(deps, work, change)) ?? queuedText(speech)
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
      remove: async () => (await deleteMarks(deps, work)) ?? queuedText(speech),
    }
  }, [api, queryClient, speech, id, title, rating, text, progress])
}
