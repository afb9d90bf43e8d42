import { retryFailedJobs, type ServerStatus } from '@otodana/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'

import { ADMIN, adminQueries } from '../admin.queries.ts'
import { jobRows } from './figures.ts'
import css from './Jobs.module.css'
import { Loaded } from '../Loaded.tsx'
import { Failure, Section } from '../Section.tsx'
import section from '../Section.module.css'
import { useAction } from '../use-action.ts'

const states = ['ready', 'running', 'failed'] as const
const knownKinds = ['backup', 'metadata', 'sound', 'subtitles'] as const

/** Names a kind; unknown kinds of a newer server are shown unchanged. */
function useKindText(): (kind: string) => string {
  const { t } = useTranslation('admin')
  return (kind) => {
    const known = knownKinds.find((one) => one === kind)
    return known === undefined ? kind : t(`jobs.kinds.${known}`)
  }
}

/** Background jobs, and those that failed permanently. */
export function Jobs({ api, jobs }: { api: Api; jobs: ServerStatus['jobs'] }) {
  const { t } = useTranslation('admin')
  const kindText = useKindText()
  const rows = jobRows(jobs)
  const failedCount = rows.reduce((sum, { failed }) => sum + failed, 0)
  // Stays true after the last one is retried, to report that.
  const [hadFailed, setHadFailed] = useState(false)
  if (failedCount > 0 && !hadFailed) setHadFailed(true)
  return (
    <>
      <Section title={t('jobs.title')}>
        {rows.length === 0 ? (
          <p className={css.none}>{t('jobs.none')}</p>
        ) : (
          <div className={css.room}>
            <table className={css.table}>
              <thead>
                <tr>
                  <th scope="col">{t('jobs.kind')}</th>
                  {states.map((state) => (
                    <th key={state} scope="col">
                      {t(`jobs.states.${state}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.kind}>
                    <th scope="row">{kindText(row.kind)}</th>
                    {states.map((state) => (
                      <td
                        key={state}
                        className={state === 'failed' && row.failed > 0 ? css.failed : undefined}
                        data-state={t(`jobs.states.${state}`)}
                      >
                        {formatCount(row[state])}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Section>
      {hadFailed ? <FailedJobs api={api} /> : null}
    </>
  )
}

function FailedJobs({ api }: { api: Api }) {
  const { t } = useTranslation('admin')
  const kindText = useKindText()
  const queryClient = useQueryClient()
  const failed = useQuery(adminQueries.failedJobs(api))
  const { act, isBusy, failure } = useAction()
  const [retried, setRetried] = useState<number | null>(null)

  async function retry() {
    setRetried((await api(retryFailedJobs, {})).retried)
    await queryClient.invalidateQueries({ queryKey: ADMIN })
  }
  return (
    <Section title={t('failed.title')} text={t('failed.text')}>
      <Loaded query={failed}>
        {({ jobs }) => (
          <>
            {jobs.length === 0 ? null : (
              <ul className={css.jobs}>
                {jobs.map(({ id, kind, key, attempts, error }) => (
                  <li key={id} className={css.job}>
                    <p className={css.about}>
                      <span className={css.kind}>{kindText(kind)}</span>
                      {key === null ? null : <span>{key}</span>}
                      <span>{t('failed.attempts', { count: attempts })}</span>
                    </p>
                    <p className={css.error}>{error}</p>
                  </li>
                ))}
              </ul>
            )}
            <Failure text={failure} />
            <div className={section.row}>
              {jobs.length === 0 ? null : (
                <button type="button" className={controls.button} aria-disabled={isBusy} onClick={() => act(retry)}>
                  {t('failed.retry')}
                </button>
              )}
              <p role="status" className={css.none}>
                {retried === null ? '' : t('failed.retried', { count: retried, formatted: formatCount(retried) })}
              </p>
            </div>
          </>
        )}
      </Loaded>
    </Section>
  )
}
