import type { Work } from '@otodana/contract'
import { parseKeyword, printTerm } from '@otodana/keyword'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { FilterIcon } from '#ui/icons/core-icons.ts'

import css from './FilterNote.module.css'
import { useTermText } from './term-text.ts'
import { useTagsOfTerms } from './use-tags-of-terms.ts'

type Props = {
  api: Api
  filter: string
  /** The works shown, once loaded. */ works: readonly Work[] | undefined
}

/**
 * A note that the visitor's filter hides works, with a link to the setting. Its space is reserved from the first paint,
 * when only styles know about the filter.
 */
export function FilterNote({ api, filter, works }: Props) {
  const { t } = useTranslation('works')
  const textOf = useTermText()
  const terms = parseKeyword(filter)
  const tagOf = useTagsOfTerms(api, terms, works)
  return (
    <div className={css.place}>
      {filter === '' ? null : (
        <a className={css.note} href="/settings#global-filter">
          <FilterIcon size="1.25em" />
          <span className={css.text}>
            <span className={css.label}>{t('filter.by')}</span>
            {terms.map((term) => (
              <span key={printTerm(term)} className={css.term}>
                {textOf(term, tagOf(term))}
              </span>
            ))}
          </span>
          <span className={css.change}>{t('filter.change')}</span>
        </a>
      )}
    </div>
  )
}
