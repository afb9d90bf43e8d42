import type { MetadataFetch } from '@otodana/contract'

import { timeUntil, useFailureText, useRoughSpanText } from '#features/metadata-lookup/index.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import progressBar from '#ui/progress.module.css'

import section from '../../Section.module.css'
import css from './MetadataControl.module.css'

/** How far the lookup is, and what it waits for. */
export function LookupProgress({ status }: { status: MetadataFetch }) {
  const { t, locale } = useTranslation('admin')
  const spanText = useRoughSpanText()
  const failureText = useFailureText()
  const { isPaused, waiting, queued, worksPerMinute, secondsLeft, delayed } = status
  const done = queued - waiting
  const isMoving = !isPaused && !delayed
  const state = isPaused ? t('metadata.paused') : delayed ? t('metadata.delayedState') : t('metadata.running')
  return (
    <div className={css.progress}>
      <p role="status" className={css.state}>
        {state}
      </p>
      <progress
        className={`${progressBar.bar} ${css.bar}`}
        aria-label={state}
        data-waits={isMoving ? undefined : ''}
        value={done}
        max={queued}
      />
      <p className={css.numbers}>
        <span>{t('metadata.done', { done: formatCount(done), total: formatCount(queued) })}</span>
        <span>{t('metadata.left', { count: waiting, formatted: formatCount(waiting) })}</span>
        {isMoving && secondsLeft !== null ? (
          <>
            <span>{t('metadata.remaining', { span: spanText(secondsLeft) })}</span>
            <span>{t('metadata.rate', { rate: formatCount(Math.round(worksPerMinute)) })}</span>
          </>
        ) : null}
      </p>
      {delayed && !isPaused ? (
        <p className={section.hint}>
          {joinSentences(
            t('metadata.delayed', { time: timeUntil(delayed.seconds, locale) }),
            delayed.failure ? failureText(delayed.failure) : delayed.reason,
          )}
        </p>
      ) : null}
    </div>
  )
}
