import '#i18n/recommender-texts.ts'

import { WorksHead, WorksSkeleton } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import type { SuggestionKind } from './suggestions.queries.ts'
import { paths, suggestionsSearch } from './suggestions-search.ts'
import css from './SuggestionsScreen.module.css'

type Props = { kind: SuggestionKind; address: Record<string, unknown> }

/** Such a list while it is on its way. */
export function SuggestionsPending({ kind, address }: Props) {
  const { t } = useTranslation('recommender')
  const search = suggestionsSearch(address)
  return (
    <>
      <WorksHead
        search={search}
        total=""
        hasToolbar
        isUnfiltered
        other={{ path: paths[kind], title: t(`${kind}.title`) }}
      />
      <p className={css.text}>{t(`${kind}.text`)}</p>
      <WorksSkeleton mode={search.displayMode} />
    </>
  )
}
