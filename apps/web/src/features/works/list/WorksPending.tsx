import type { ReactNode } from 'react'

import type { DisplayMode } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import controls from '#ui/controls.module.css'
import skeleton from '#ui/Skeleton.module.css'

import list from '../cards/WorkList.module.css'
import { WorksHead } from './WorksHead.tsx'
import css from './WorksPending.module.css'
import type { WorksSearch } from '../works-search.ts'

const CARDS = Array.from({ length: 12 }, (_, index) => index)

/** The library's screen while loading: everything in the URL, and a skeleton. */
export function WorksPending({ search, shelves }: { search: WorksSearch; shelves?: ReactNode }) {
  return (
    <>
      <WorksHead search={search} total="" hasToolbar isUnfiltered shelves={shelves} />
      <WorksSkeleton mode={search.displayMode} />
    </>
  )
}

export function WorksSkeleton({ mode }: { mode: DisplayMode }) {
  const { t } = useTranslation('works')
  return (
    <>
      <p className={controls.hidden} role="status">
        {t('loading')}
      </p>
      <ul className={list.list} data-mode={mode} aria-hidden="true">
        {CARDS.map((card) => (
          <li key={card} className={css.card}>
            <div className={`${skeleton.skeleton} ${css.cover}`} />
            <div className={`${skeleton.skeleton} ${css.text}`} />
            <div className={`${skeleton.skeleton} ${css.short}`} />
          </li>
        ))}
      </ul>
    </>
  )
}
