import { fetchMetadata } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'

import { adminQueries } from '../../admin.queries.ts'
import { Loaded } from '../../Loaded.tsx'
import { Failure } from '../../Section.tsx'
import section from '../../Section.module.css'
import { useTimeText } from '../../use-time-text.ts'
import { useLookupAction } from './use-lookup-action.ts'
import { WorkLine } from './WorkLine.tsx'
import css from './WorkLine.module.css'

/** Works that no provider has, with the day from which they are asked for again; the first hundred. */
export function NotFoundLookups({ api, count }: { api: Api; count: number }) {
  const { t } = useTranslation('admin')
  const notFound = useQuery(adminQueries.notFoundMetadata(api))
  const dayText = useTimeText('day')
  const { run, isBusy, failure } = useLookupAction()
  return (
    <details className={css.list}>
      <summary>{t('metadata.notFound', { count, formatted: formatCount(count) })}</summary>
      <p className={section.hint}>{t('metadata.notFoundText')}</p>
      <Loaded query={notFound}>
        {(works) => (
          <>
            <ul>
              {works.map(({ workId, code, title, againFrom }) => (
                <WorkLine key={workId} workId={workId} code={code} title={title}>
                  {t('metadata.againFrom', { day: dayText(againFrom) })}
                </WorkLine>
              ))}
            </ul>
            <Failure text={failure} />
            <button
              type="button"
              className={controls.button}
              aria-disabled={isBusy}
              onClick={() => run(() => api(fetchMetadata, { body: { codes: works.map(({ code }) => code) } }))}
            >
              {t('metadata.lookAgain')}
            </button>
          </>
        )}
      </Loaded>
    </details>
  )
}
