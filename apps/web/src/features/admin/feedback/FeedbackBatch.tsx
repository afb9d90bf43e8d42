import { deleteDoneFeedback, type FeedbackReport, type FeedbackState, markFeedbackDone } from '@otodana/contract'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'

import { Question } from '../Question.tsx'
import { Failure } from '../Section.tsx'
import section from '../Section.module.css'
import { useAction } from '../use-action.ts'

type Props = {
  api: Api
  state: FeedbackState
  /** Those of the current page. */
  reports: readonly FeedbackReport[]
  /** On all pages. */
  total: number
  onChange: (told: string) => Promise<void>
}

/** Batch actions: resolves the reports shown, or deletes all resolved ones. */
export function FeedbackBatch({ api, state, reports, total, onChange }: Props) {
  const { t } = useTranslation('admin')
  const { act, isBusy, failure } = useAction()
  const [isAsking, setAsking] = useState(false)
  const counted = (count: number) => ({ count, formatted: formatCount(count) })
  const mark = () =>
    act(async () => {
      const { marked } = await api(markFeedbackDone, { body: { ids: reports.map(({ id }) => id) } })
      await onChange(t('feedback.markedAll', counted(marked)))
    })
  const remove = () =>
    act(async () => {
      const { deleted } = await api(deleteDoneFeedback, {})
      await onChange(t('feedback.deletedAll', counted(deleted)))
    })

  return (
    <>
      <Failure text={failure} />
      {isAsking ? (
        <Question
          text={t('feedback.sureAll', counted(total))}
          confirmLabel={t('feedback.confirmAll')}
          isBusy={isBusy}
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <div className={section.row}>
          {state === 'open' ? (
            <button type="button" className={controls.button} aria-disabled={isBusy} onClick={mark}>
              {t('feedback.markAll')}
            </button>
          ) : (
            <button
              type="button"
              className={`${controls.button} ${forms.danger}`}
              aria-disabled={isBusy}
              onClick={() => setAsking(true)}
            >
              {t('feedback.deleteAll')}
            </button>
          )}
        </div>
      )}
    </>
  )
}
