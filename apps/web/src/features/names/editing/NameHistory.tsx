import { listNameChanges, type NameChange, undoNameChange } from '@otodana/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { ListFailed } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { formatDateAndTime } from '#lib/format/format-date.ts'
import controls from '#ui/controls.module.css'
import pick from '#ui/pick.module.css'
import skeleton from '#ui/Skeleton.module.css'

import css from './EditNames.module.css'
import { Failure } from './MergeNames.tsx'

/** Lists renames and merges of all kinds, the latest first; each can be undone. */
export function NameHistory({ onDone }: { onDone: (told: string) => Promise<void> }) {
  const { t } = useTranslation('name-editing')
  const { api } = useRouter().options.context
  const [page, setPage] = useState(1)
  const list = useQuery({
    queryKey: ['name-changes', page],
    queryFn: ({ signal }) => api(listNameChanges, { query: { page } }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const undo = useMutation({
    mutationFn: (change: NameChange) => api(undoNameChange, { params: { id: change.id } }),
    onSuccess: () => onDone(t('done.undo')),
  })
  const failure = useFailure(list)
  if (failure) return <ListFailed error={failure} isBusy={list.isFetching} onRetry={() => void list.refetch()} />
  if (!list.data) return <div className={`${skeleton.skeleton} ${css.long}`} />
  const { changes, pagination } = list.data
  if (pagination.totalCount === 0) {
    return (
      <p className={css.empty} role="status">
        {t('history.empty')}
      </p>
    )
  }
  const last = Math.ceil(pagination.totalCount / pagination.pageSize)
  return (
    <>
      <Failure error={undo.error} />
      <ul className={css.rows} aria-label={t('tabs.history')}>
        {changes.map((change) => (
          <Change
            key={change.id}
            change={change}
            blocking={changes.find(({ id }) => id === change.blockedBy)}
            isBusy={undo.isPending}
            onUndo={() => undo.mutate(change)}
          />
        ))}
      </ul>
      {last > 1 ? (
        <div className={pick.actions}>
          <button type="button" className={controls.button} disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('history.newer')}
          </button>
          <button type="button" className={controls.button} disabled={page >= last} onClick={() => setPage(page + 1)}>
            {t('history.older')}
          </button>
        </div>
      ) : null}
    </>
  )
}

type ChangeProps = {
  change: NameChange
  /** What must be undone first, if it is on this page. */
  blocking: NameChange | undefined
  isBusy: boolean
  onUndo: () => void
}

function Change({ change, blocking, isBusy, onUndo }: ChangeProps) {
  const { t, locale } = useTranslation('name-editing')
  const textOf = ({ action, before, name }: NameChange) =>
    t(`history.${action}`, { before: before.join(t('between')), name })
  const time = (iso: string) => formatDateAndTime(iso, locale)
  const { undone, blockedBy } = change
  return (
    <li className={css.row} data-undone={undone ? '' : undefined}>
      <div className={css.about}>
        <p className={css.change}>{textOf(change)}</p>
        <p className={css.note}>
          {t(`kinds.${change.kind}`)} · {t('works', { count: change.works, formatted: formatCount(change.works) })} ·{' '}
          {change.by ?? t('history.deleted')}, <time dateTime={change.at}>{time(change.at)}</time>
        </p>
        {undone ? (
          <p className={css.note}>
            {t('history.undone', { by: undone.by ?? t('history.deleted'), time: time(undone.at) })}
          </p>
        ) : null}
        {blockedBy === null ? null : (
          <p className={css.note}>
            {blocking ? t('history.blocked', { change: textOf(blocking) }) : t('history.blockedByLater')}
          </p>
        )}
      </div>
      {undone || blockedBy !== null ? null : (
        <button
          type="button"
          className={controls.button}
          aria-label={t('history.undoNamed', { change: textOf(change) })}
          aria-disabled={isBusy}
          onClick={() => (isBusy ? undefined : onUndo())}
        >
          {t('history.undo')}
        </button>
      )}
    </li>
  )
}
