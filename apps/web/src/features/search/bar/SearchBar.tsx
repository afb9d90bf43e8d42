import { useRouterState } from '@tanstack/react-router'

import { carriedFields, useListChoice, worksSearch } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { parseSearch } from '#lib/navigation/search-params.ts'

import css from './SearchBar.module.css'
import { SearchForm } from './SearchForm.tsx'
import { useShownKeyword } from './use-shown-keyword.ts'

/** The top bar's search box, which searches the library from any screen. */
export function SearchBar() {
  const { t } = useTranslation('shell')
  return (
    <SearchForm
      action="/works"
      keyword={useShownKeyword()}
      carried={useCarriedFields()}
      label={t('search.label')}
      placeholder={t('search.placeholder')}
      className={css.bar}
    />
  )
}

/** A search in a list keeps its display options. */
function useCarriedFields(): [name: string, value: string][] {
  const query = useRouterState({ select: ({ location }) => location.pathname === '/works' && location.searchStr })
  const chosen = useListChoice()
  if (query === false) return []
  const { displayMode, pageSize, sortOption, subtitle } = worksSearch(parseSearch(query))
  return carriedFields({ displayMode, pageSize, sortOption, subtitle }, chosen)
}
