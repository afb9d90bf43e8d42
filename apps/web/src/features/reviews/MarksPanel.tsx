import '#i18n/on-demand/deferred-texts.ts'
import '#i18n/on-demand/review-texts.ts'

import type { PersonalWork } from '@otodana/contract'
import { workPath } from '@otodana/work-code'

import { UnsentMark, useWaitingReview } from '#features/outbox/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { languageNames } from '#i18n/language-names.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { useRecovery } from '#lib/api/recovery.ts'
import controls from '#ui/controls.module.css'
import { DialogButton } from '#ui/DialogButton.tsx'
import skeleton from '#ui/Skeleton.module.css'

import { progressOfOthers } from './edition-progress.ts'
import { ReviewDialog } from './later-dialog.ts'
import { marksOf } from './marks.ts'
import css from './MarksPanel.module.css'
import { OwnStars } from './OwnStars.tsx'
import { ProgressSelect } from './ProgressSelect.tsx'
import { useMarks } from './review.store.ts'
import { useReviewActions } from './use-review-actions.ts'

export type PanelProps = {
  /** With the member's personal fields; undefined while loading. */
  work: PersonalWork | undefined
  /** Why loading failed. */
  failure: Error | null
  isBusy: boolean
  onRetry: () => void
}

/** A member's rating, progress and review on a work's page. */
export default function MarksPanel({ work, failure, isBusy, onRetry }: PanelProps) {
  const { t } = useTranslation('reviews')
  return (
    <section className={css.panel} aria-label={t('panel')}>
      {work ? (
        <WorkMarks work={work} />
      ) : failure ? (
        <Failed error={failure} isBusy={isBusy} onRetry={onRetry} />
      ) : (
        <div className={`${skeleton.skeleton} ${css.pending}`} />
      )}
    </section>
  )
}

function WorkMarks({ work }: { work: PersonalWork }) {
  const { t } = useTranslation('reviews')
  const marks = useMarks(work.id, marksOf(work))
  const { change } = useReviewActions(work, marks)
  return (
    <>
      <div className={css.row}>
        <OwnStars isLabelShown rating={marks.rating} onRate={(rating) => change({ rating })} />
        <ProgressSelect isLabelShown progress={marks.progress} onChange={(progress) => change({ progress })} />
        <DialogButton
          className={controls.button}
          renderDialog={(opened) => <ReviewDialog {...opened} work={work} marks={marks} />}
        >
          {marks.text === '' ? t('write') : t('edit')}
        </DialogButton>
      </div>
      <UnsentMark isShown={useWaitingReview(work.id) !== undefined} />
      <OtherEditions work={work} />
      {marks.text === '' ? null : (
        <blockquote className={css.review} lang={langOfText(marks.text)}>
          {marks.text}
        </blockquote>
      )}
    </>
  )
}

/** "Listened" in one language shows on the pages of all. */
function OtherEditions({ work }: { work: PersonalWork }) {
  const { t } = useTranslation('reviews')
  const others = progressOfOthers(work)
  if (others.length === 0) return null
  return (
    <ul className={css.others}>
      {others.map(({ lang, progress, ...edition }) => (
        <li key={edition.id}>
          <a href={workPath(edition)}>
            {t('progressIn', { language: languageNames[lang] ?? lang, progress: t(`progress.${progress}`) })}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Failed({ error, isBusy, onRetry }: { error: Error; isBusy: boolean; onRetry: () => void }) {
  const { t } = useTranslation('reviews')
  const text = useErrorText(error)
  useRecovery(error, isBusy, onRetry)
  return (
    <div className={css.row} role="alert">
      <p>{joinSentences(t('notLoaded'), text)}</p>
      <button type="button" className={controls.button} onClick={onRetry}>
        {t('retry')}
      </button>
    </div>
  )
}
