import type { WorksSearch } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'

import type { SuggestionKind } from '../suggestions.queries.ts'
import { suggestionsHref } from './suggestions-search.ts'

type Props = {
  kind: SuggestionKind
  search: WorksSearch
  total: number
  /** Whether the visitor has a global filter. */
  isFiltered: boolean
}

/** Explains an empty list of suggestions, with links. */
export function NoSuggestions({ kind, search, total, isFiltered }: Props) {
  const { t } = useTranslation('works')
  if (total > 0) {
    return (
      <Message mark={t('empty.mark')} title={t('empty.pastEndTitle')} text={t('empty.pastEnd')}>
        <a className={controls.button} href={suggestionsHref(kind, { ...search, page: 1 })}>
          {t('empty.firstPage')}
        </a>
      </Message>
    )
  }
  if (isFiltered) {
    return (
      <Message title={t('empty.title')} text={t('empty.filtered')}>
        <a className={controls.button} href="/settings#global-filter">
          {t('empty.changeFilter')}
        </a>
      </Message>
    )
  }
  return <Nothing />
}

function Nothing() {
  const { t } = useTranslation('recommender')
  return (
    <Message title={t('empty')}>
      <a className={controls.button} href="/works">
        {t('library')}
      </a>
    </Message>
  )
}
