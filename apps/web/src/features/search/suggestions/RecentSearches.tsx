import { parseKeyword } from '@otodana/keyword'

import { useTermText } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { CloseIcon } from '#ui/icons/core-icons.ts'

import { clearRecent, matchingRecent, removeRecent, useRecentSearches } from './recent-searches.ts'
import css from './RecentSearches.module.css'
import type { Names } from './use-knowledge.ts'

type Props = {
  typed: string
  tagOf: Names['tagOf']
  onSearch: (keyword: string) => void
  /** Called when the focused button is gone. */
  onRemoved: () => void
}

/** Earlier searches on this device. Not options of the suggestions, because each has a button of its own to remove it. */
export function RecentSearches({ typed, tagOf, onSearch, onRemoved }: Props) {
  const { t } = useTranslation('search')
  const { t: works } = useTranslation('works')
  const termText = useTermText()
  const recent = useRecentSearches((stored) => stored.keywords)
  const keywords = matchingRecent(recent, typed)
  if (keywords.length === 0) return null
  const textOf = (keyword: string) => {
    const terms = parseKeyword(keyword)
    const words = terms.flatMap((term) => (term.kind === 'plain' ? [term.text] : [])).join(' ')
    const others = terms.flatMap((term) => (term.kind === 'plain' ? [] : [termText(term, tagOf(term))]))
    return [words, ...others].filter(Boolean).reduce((before, term) => works('searchTerms', { before, term }))
  }
  return (
    <section className={css.recent} aria-label={t('recent.title')}>
      <div className={css.head}>
        <p aria-hidden="true">{t('recent.title')}</p>
        <button
          type="button"
          className={css.clear}
          onClick={() => {
            clearRecent()
            onRemoved()
          }}
        >
          {t('recent.clear')}
        </button>
      </div>
      <ul>
        {keywords.map((keyword) => {
          const text = textOf(keyword)
          return (
            <li key={keyword} className={css.item}>
              <button type="button" className={css.search} onClick={() => onSearch(keyword)}>
                {text}
              </button>
              <button
                type="button"
                className={css.remove}
                aria-label={t('recent.remove', { search: text })}
                onClick={() => {
                  removeRecent(keyword)
                  onRemoved()
                }}
              >
                <CloseIcon size="1.25em" />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
