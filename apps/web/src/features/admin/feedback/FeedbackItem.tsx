import '#i18n/on-demand/feedback-texts.ts'

import { deleteFeedback, editFeedback, type FeedbackReport } from '@otodana/contract'
import { workPath } from '@otodana/work-code'
import { useState } from 'react'

import { codeOf } from '#features/works/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'

import css from './FeedbackItem.module.css'
import { Question } from '../Question.tsx'
import { Failure } from '../Section.tsx'
import section from '../Section.module.css'
import { useAction } from '../use-action.ts'
import { useTimeText } from '../use-time-text.ts'

type Props = { api: Api; report: FeedbackReport; onChange: (told: string) => Promise<void> }

/** A report and its actions. */
export function FeedbackItem({ api, report, onChange }: Props) {
  const { t } = useTranslation('admin')
  const category = useTranslation('feedback').t(`category.${report.category}`)
  const timeText = useTimeText()
  const { act, isBusy, failure } = useAction()
  const [isAsking, setAsking] = useState(false)
  const { work, filePath, sender, doneAt } = report
  const params = { id: report.id }
  const title = shownName(work.title)
  const code = codeOf(work)
  const nameOf = (action: string) => t('feedback.of', { action, title })
  const mark = () =>
    act(async () => {
      await api(editFeedback, { params, body: { isDone: doneAt === null } })
      await onChange(doneAt === null ? t('feedback.markedDone') : t('feedback.reopened'))
    })
  const remove = () =>
    act(async () => {
      await api(deleteFeedback, { params })
      await onChange(t('feedback.deleted'))
    })
  const markLabel = doneAt === null ? t('feedback.markDone') : t('feedback.reopen')

  return (
    <li className={css.report}>
      <p className={css.line}>
        <span className={`${section.badge} ${section.strong}`}>{category}</span>
        <span
          className={sender === null ? css.anonymous : css.sender}
          lang={sender === null ? undefined : langOfText(sender)}
        >
          {sender ?? t('feedback.anonymous')}
        </span>
        <time className={css.time} dateTime={report.createdAt}>
          {timeText(report.createdAt)}
        </time>
      </p>
      <p className={css.work}>
        {work.isPresent ? (
          <a className={css.link} lang={langOfText(title)} href={workPath(work)}>
            {title}
          </a>
        ) : (
          <>
            {title} <span className={`${section.badge} ${section.alarm}`}>{t('feedback.gone')}</span>
          </>
        )}
        {code === null ? null : <span className={css.code}>{code}</span>}
      </p>
      {filePath === null ? null : (
        <p className={section.path}>
          <bdi dir="ltr">{filePath}</bdi>
        </p>
      )}
      <p className={css.detail} dir="auto" lang={langOfText(report.detail)}>
        {report.detail}
      </p>
      {doneAt === null ? null : <p className={section.hint}>{t('feedback.doneAt', { time: timeText(doneAt) })}</p>}
      <Failure text={failure} />
      {isAsking ? (
        <Question
          text={t('feedback.sure')}
          confirmLabel={t('feedback.confirm')}
          isBusy={isBusy}
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <div className={section.row}>
          <button
            type="button"
            className={controls.button}
            aria-label={nameOf(markLabel)}
            aria-disabled={isBusy}
            onClick={mark}
          >
            {markLabel}
          </button>
          <button
            type="button"
            className={`${controls.button} ${forms.danger}`}
            aria-label={nameOf(t('feedback.delete'))}
            aria-disabled={isBusy}
            onClick={() => setAsking(true)}
          >
            {t('feedback.delete')}
          </button>
        </div>
      )}
    </li>
  )
}
