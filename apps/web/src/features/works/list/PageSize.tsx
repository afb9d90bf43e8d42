import { pageSizes } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'

import { Carried } from '../Pagination.tsx'
import type { WorksSearch } from '../works-search.ts'
import { ListSelect } from './ListSelect.tsx'
import css from './PageSize.module.css'
import { useChangeList } from './use-change-list.ts'

type Props = { search: WorksSearch; path: string }

/** The length of the library's pages: in the toolbar where there is room, otherwise below the list. */
export function PageSize({ search, path, className }: Props & { className?: string | undefined }) {
  const { t } = useTranslation('works')
  const change = useChangeList(search, path)
  function choose(chosen: string) {
    const pageSize = pageSizes.find((size) => String(size) === chosen)
    if (pageSize) change({ pageSize }, { pageSize })
  }
  return (
    <ListSelect
      name="pageSize"
      label={t('pageSize.label')}
      value={String(search.pageSize)}
      className={className}
      onChange={choose}
    >
      {pageSizes.map((size) => (
        <option key={size} value={size}>
          {t('pageSize.option', { count: size })}
        </option>
      ))}
    </ListSelect>
  )
}

/** Below a list that has more works than its shortest page. */
export function PageSizeBelow({ search, total }: { search: WorksSearch; total: number }) {
  const { t } = useTranslation('works')
  if (total <= pageSizes[0]) return null
  const { keyword, displayMode, sortOption, subtitle } = search
  return (
    <form className={css.below} action="/works">
      <Carried search={{ keyword, displayMode, sortOption, subtitle }} />
      <PageSize search={search} path="/works" />
      <button type="submit" className={`${controls.button} ${controls.withoutScript}`}>
        {t('apply')}
      </button>
    </form>
  )
}
