import { retryFailedMetadata } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'

import { useFailureText } from '#features/metadata-lookup/index.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'

import { adminQueries } from '../../admin.queries.ts'
import { Loaded } from '../../Loaded.tsx'
import { Failure } from '../../Section.tsx'
import { useLookupAction } from './use-lookup-action.ts'
import { WorkLine } from './WorkLine.tsx'
import css from './WorkLine.module.css'

/** Works whose lookup failed, with reasons; the first hundred. */
export function FailedLookups({ api, count }: { api: Api; count: number }) {
  const { t } = useTranslation('admin')
  const failed = useQuery(adminQueries.failedMetadata(api))
  const failureText = useFailureText()
  const { run, isBusy, failure } = useLookupAction()
  return (
    <details className={`${css.list} ${css.failed}`}>
      <summary>{t('metadata.failed', { count, formatted: formatCount(count) })}</summary>
      <Loaded query={failed}>
        {(works) => (
          <ul>
            {works.map(({ workId, code, title, reason, failures }) => (
              <WorkLine key={workId} workId={workId} code={code} title={title}>
                {failures.length > 0 ? joinSentences(...failures.map(failureText)) : reason}
              </WorkLine>
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
