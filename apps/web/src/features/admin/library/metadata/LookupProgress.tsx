import type { MetadataFetch } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import progressBar from '#ui/progress.module.css'

import section from '../../Section.module.css'
import css from './MetadataControl.module.css'
import { timeUntil } from './time-left.ts'
import { useRoughSpanText } from './use-rough-span-text.ts'

type Props = {
  status: MetadataFetch
  /** When the status arrived. */
  nowMs: number
}

/** How far the lookup is, and what it waits for. */
export function LookupProgress({ status, nowMs }: Props) {
  const { t, locale } = useTranslation('admin')
  const spanText = useRoughSpanText()
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
          {t('metadata.delayed', {
            time: timeUntil(Date.parse(delayed.until), locale, nowMs),
            reason: delayed.reason,
          })}
        </p>
      ) : null}
    </div>
  )
}
