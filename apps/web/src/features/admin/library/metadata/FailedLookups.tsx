import { retryFailedMetadata } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'

import { adminQueries } from '../../admin.queries.ts'
import { Loaded } from '../../Loaded.tsx'
import { Failure } from '../../Section.tsx'
import css from './FailedLookups.module.css'
import { useLookupAction } from './use-lookup-action.ts'

/** Works whose lookup failed, with reasons; the first hundred. */
export function FailedLookups({ api, count }: { api: Api; count: number }) {
  const { t } = useTranslation('admin')
  const failed = useQuery(adminQueries.failedMetadata(api))
  const { run, isBusy, failure } = useLookupAction()
  return (
    <details className={css.failed}>
      <summary>{t('metadata.failed', { count, formatted: formatCount(count) })}</summary>
      <Loaded query={failed}>
        {(works) => (
          <ul>
            {works.map(({ workId, code, title, reason }) => (
              <li key={workId} className={css.work}>
                <p className={css.line}>
                  <a className={css.code} href={`/work/${workId}`}>
                    {code}
                  </a>
                  {title === code ? null : (
                    <span className={css.title} title={title}>
                      {title}
                    </span>
                  )}
                </p>
                <p className={css.reason}>{reason}</p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Failure text={failure} />
      <button
        type="button"
        className={controls.button}
        aria-disabled={isBusy}
        onClick={() => run(() => api(retryFailedMetadata, {}))}
      >
        {t('metadata.retry')}
      </button>
    </details>
  )
}
