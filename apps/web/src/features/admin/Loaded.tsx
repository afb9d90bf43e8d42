import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { ListFailed } from '#features/works/index.ts'
import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { useFailure, useRecovery } from '#lib/api/recovery.ts'
import skeleton from '#ui/Skeleton.module.css'

import css from './Section.module.css'

type Props<T> = { query: UseQueryResult<T>; children: (data: T) => ReactNode }

/** Shows a query's data, its loading state or its error. Old data stay after an error, with a note. */
export function Loaded<T>({ query, children }: Props<T>) {
  const { data, isFetching, refetch } = query
  const failure = useFailure(query)
  const retry = () => void refetch()
  if (failure) return <ListFailed error={failure} isBusy={isFetching} onRetry={retry} />
  if (data === undefined) return <div className={`${skeleton.skeleton} ${css.pending}`} />
  return (
    <>
      {query.error ? <Old error={query.error} isBusy={isFetching} onRetry={retry} /> : null}
      {children(data)}
    </>
  )
}

function Old({ error, isBusy, onRetry }: { error: Error; isBusy: boolean; onRetry: () => void }) {
  const { t } = useTranslation('admin')
  const reason = useErrorText(error)
  useRecovery(error, isBusy, onRetry)
  return (
    <p className={css.old} role="status">
      {t('old', { reason })}
    </p>
  )
}
