import { listAlikeNames } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { ListFailed } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import skeleton from '#ui/Skeleton.module.css'

import type { NameKind } from '../name-kinds.ts'
import { type ChosenName, editedKinds } from './edited-kinds.ts'
import css from './EditNames.module.css'

/** Lists names that look alike, each group with a button that leads to its merge. */
export function AlikeNames({ kind, onMerge }: { kind: NameKind; onMerge: (names: readonly ChosenName[]) => void }) {
  const { t } = useTranslation('name-editing')
  const { api } = useRouter().options.context
  const list = useQuery({
    queryKey: ['alike-names', kind],
    queryFn: ({ signal }) => api(listAlikeNames, { params: { kind: editedKinds[kind] } }, { signal }),
    staleTime: 0,
  })
  const failure = useFailure(list)
  if (failure) return <ListFailed error={failure} isBusy={list.isFetching} onRetry={() => void list.refetch()} />
  if (!list.data) return <div className={`${skeleton.skeleton} ${css.long}`} />
  const { groups } = list.data
  if (groups.length === 0) {
    return (
      <p className={css.empty} role="status">
        {t('alike.empty')}
      </p>
    )
  }
  return (
    <>
      <p className={forms.hint}>{t('alike.hint')}</p>
      <ul className={css.rows}>
        {groups.map((group) => (
          <li key={group[0]?.id} className={css.row}>
            <ul className={css.group}>
              {group.map((name) => (
                <li key={name.id}>
                  <span className={css.stayingName}>{name.name}</span>{' '}
                  <span className={css.count}>{formatCount(name.count)}</span>
                </li>
              ))}
            </ul>
            <button
              type="button"
              className={controls.button}
              aria-label={t('alike.mergeNamed', { names: group.map(({ name }) => name).join(t('between')) })}
              onClick={() => onMerge(group)}
            >
              {t('alike.merge')}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
