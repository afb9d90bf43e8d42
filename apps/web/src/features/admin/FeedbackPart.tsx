import '#i18n/feedback-texts.ts'

import {
  deleteFeedback,
  editFeedback,
  feedbackStates,
  type FeedbackReport,
  type FeedbackState,
} from '@otodana/contract'
import { workPath } from '@otodana/work-code'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { focusNow } from '#features/accounts/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api.ts'
import { formatCount } from '#lib/format.ts'
import { shownName } from '#lib/shown-name.ts'
import controls from '#ui/controls.module.css'

import { adminHref } from './admin-search.ts'
import { ADMIN, adminQueries } from './admin.queries.ts'
import { FeedbackBatch } from './FeedbackBatch.tsx'
import css from './FeedbackPart.module.css'
import { Loaded } from './Loaded.tsx'
import { Pages } from './Pages.tsx'
import { Failure, Section } from './Section.tsx'
import section from './Section.module.css'
import { useAction } from './use-action.ts'
import { useTimeText } from './use-time-text.ts'

type Props = { api: Api; state: FeedbackState; page: number }

/** The problems that were reported: those that wait, or those that were done with, a page at an address. */
export function FeedbackPart({ api, state, page }: Props) {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  const found = useQuery(adminQueries.feedback(api, { state, page }))
  const told = useRef<HTMLParagraphElement>(null)
  const [done, setDone] = useState('')

  /** The report that had the focus is no longer there. */
  async function handleChange(text: string) {
    setDone(text)
    told.current?.focus()
    await queryClient.invalidateQueries({ queryKey: ADMIN })
  }
  return (
    <Section title={t('feedback.title')} text={t('feedback.text')}>
      <nav className={css.states} aria-label={t('feedback.show')}>
        {feedbackStates.map((one) => (
          <a
            key={one}
            className={css.state}
            href={adminHref({ part: 'feedback', state: one })}
            aria-current={one === state ? 'page' : undefined}
            onClick={() => setDone('')}
          >
            {t(`feedback.${one}`)}
          </a>
        ))}
      </nav>
      <p ref={told} role="status" tabIndex={-1} className={done === '' ? controls.hidden : css.told}>
        {done}
      </p>
      <Loaded query={found}>
        {({ reports, pagination }) => (
          <>
            <p className={section.hint}>
              {pagination.totalCount === 0
                ? t(state === 'open' ? 'feedback.noneOpen' : 'feedback.noneDone')
                : t('feedback.count', {
                    count: pagination.totalCount,
                    formatted: formatCount(pagination.totalCount),
                  })}
            </p>
            {pagination.totalCount < 2 || reports.length === 0 ? null : (
              <FeedbackBatch
                key={state}
                api={api}
                state={state}
                reports={reports}
                total={pagination.totalCount}
                onChange={handleChange}
              />
            )}
            {reports.length === 0 ? null : (
              <ul aria-busy={found.isPlaceholderData}>
                {reports.map((report) => (
                  <Report key={report.id} api={api} report={report} onChange={handleChange} />
                ))}
              </ul>
            )}
            <Pages
              label={t('feedback.pages')}
              pagination={pagination}
              hrefOf={(wanted) => adminHref({ part: 'feedback', state, page: wanted })}
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}

type ReportProps = { api: Api; report: FeedbackReport; onChange: (told: string) => Promise<void> }

function Report({ api, report, onChange }: ReportProps) {
  const { t } = useTranslation('admin')
  const category = useTranslation('feedback').t(`category.${report.category}`)
  const timeText = useTimeText()
  const { act, isBusy, failure } = useAction()
  const [isAsking, setAsking] = useState(false)
  const { work, filePath, sender, doneAt } = report
  const params = { id: report.id }
  const title = shownName(work.title)
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
        <span className={sender === null ? css.nobody : css.sender}>{sender ?? t('feedback.anonymous')}</span>
        <time className={css.time} dateTime={report.createdAt}>
          {timeText(report.createdAt)}
        </time>
      </p>
      <p className={css.work}>
        {work.isPresent ? (
          <a className={css.link} href={workPath(work)}>
            {title}
          </a>
        ) : (
          <>
            {title} <span className={`${section.badge} ${section.alarm}`}>{t('feedback.gone')}</span>
          </>
        )}
        <span className={css.code}>{work.source_id}</span>
      </p>
      {filePath === null ? null : (
        <p className={section.path}>
          <bdi dir="ltr">{filePath}</bdi>
        </p>
      )}
      <p className={css.detail} dir="auto">
        {report.detail}
      </p>
      {doneAt === null ? null : <p className={section.hint}>{t('feedback.doneAt', { time: timeText(doneAt) })}</p>}
      <Failure text={failure} />
      {isAsking ? (
        <div className={css.question} role="group" aria-labelledby={`report-${report.id}`}>
          <p id={`report-${report.id}`}>{t('feedback.sure')}</p>
          <div className={section.row}>
            <button ref={focusNow} type="button" className={controls.button} onClick={() => setAsking(false)}>
              {t('cancel')}
            </button>
            <button
              type="button"
              className={`${controls.button} ${section.danger}`}
              aria-disabled={isBusy}
              onClick={remove}
            >
              {t('feedback.confirm')}
            </button>
          </div>
        </div>
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
            className={`${controls.button} ${section.danger}`}
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
