import { useTranslation } from '#i18n/use-translation.ts'

import controls from '#ui/controls.module.css'
import skeleton from '#ui/Skeleton.module.css'

import { Toolbar } from './Toolbar.tsx'
import list from './WorkList.module.css'
import css from './WorksPending.module.css'
import type { WorksSearch } from './works-search.ts'
import screen from './WorksScreen.module.css'

const CARDS = Array.from({ length: 12 }, (_, index) => index)

/** The library's screen while its list is on its way: everything the URL already says, and the shapes of what comes. */
export function WorksPending({ search }: { search: WorksSearch }) {
  const { t } = useTranslation('works')
  return (
    <>
      <div className={screen.head}>
        <div className={screen.headings}>
          <h1 className={screen.title}>{search.keyword ? t('searchBy') : t('title')}</h1>
        </div>
        <Toolbar search={search} />
      </div>
      <p className={controls.hidden} role="status">
        {t('loading')}
      </p>
      <ul className={list.list} data-mode={search.displayMode} aria-hidden="true">
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
