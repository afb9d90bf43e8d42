import { feedbackStates, type FeedbackState } from '@otodana/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import { Pager } from '#ui/Pager.tsx'

import { adminHref } from '../admin-search.ts'
import { ADMIN, adminQueries } from '../admin.queries.ts'
import { FeedbackBatch } from './FeedbackBatch.tsx'
import { FeedbackItem } from './FeedbackItem.tsx'
import { lastPage } from '../overview/figures.ts'
import css from './FeedbackPart.module.css'
import { Loaded } from '../Loaded.tsx'
import { Section } from '../Section.tsx'
import section from '../Section.module.css'

type Props = { api: Api; state: FeedbackState; page: number }

/** Open or resolved reports, with a URL for each page. */
export function FeedbackPart({ api, state, page }: Props) {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  const found = useQuery(adminQueries.feedback(api, { state, page }))
  const told = useRef<HTMLParagraphElement>(null)
  const [done, setDone] = useState('')

  /** The focused report was removed from the list. */
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
            <div className={css.head}>
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
            </div>
            {reports.length === 0 ? null : (
              <ul aria-busy={found.isPlaceholderData}>
                {reports.map((report) => (
                  <FeedbackItem key={report.id} api={api} report={report} onChange={handleChange} />
                ))}
              </ul>
            )}
            <Pager
              label={t('feedback.pages')}
              page={pagination.page}
              last={lastPage(pagination)}
              hrefOf={(wanted) => adminHref({ part: 'feedback', state, page: wanted })}
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}
