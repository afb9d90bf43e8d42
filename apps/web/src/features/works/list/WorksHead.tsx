import type { ReactNode } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'

import { Toolbar } from './Toolbar.tsx'
import css from './WorksHead.module.css'
import type { WorksSearch } from '../works-search.ts'

type Props = {
  search: WorksSearch
  /** The total as text; empty while unknown. */
  total: string
  hasToolbar: boolean
  /** Whether `total` includes works that the visitor's filter may hide. */
  isUnfiltered: boolean
  /** A list other than the library. */
  other?: { path: string; title: string }
  /** Further controls. */
  children?: ReactNode
}

/** A list's title, total and controls. */
export function WorksHead({ search, total, hasToolbar, isUnfiltered, other, children }: Props) {
  const { t } = useTranslation('works')
  return (
    <div className={css.head}>
      <div className={css.headings}>
        <h1 className={css.title}>{other?.title ?? (search.keyword ? t('searchBy') : t('title'))}</h1>
        <p className={css.total} role="status" data-unfiltered={isUnfiltered ? '' : undefined}>
          {total}
        </p>
      </div>
      {hasToolbar ? <Toolbar search={search} path={other?.path ?? '/works'} /> : null}
      {children}
    </div>
  )
}
