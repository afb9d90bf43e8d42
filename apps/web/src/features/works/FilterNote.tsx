import { parseKeyword, printTerm } from '@otodana/keyword'

import { useTranslation } from '#i18n/use-translation.ts'
import { Icon } from '#ui/Icon.tsx'

import css from './FilterNote.module.css'
import { useTermText } from './term-text.ts'

/**
 * Says that the visitor's own filter keeps works away, so that nobody wonders where they are; leads to where it is set.
 * Its place is kept from the first paint on, when only the styles know that there is one.
 */
export function FilterNote({ filter }: { filter: string }) {
  const { t } = useTranslation('works')
  const textOf = useTermText()
  return (
    <div className={css.place}>
      {filter === '' ? null : (
        <a className={css.note} href="/settings#global-filter">
          <Icon name="filter" size="1.25em" />
          <span className={css.text}>
            <span className={css.label}>{t('filter.by')}</span>
            {parseKeyword(filter).map((term) => (
              <span key={printTerm(term)} className={css.term}>
                {textOf(term)}
              </span>
            ))}
          </span>
          <span className={css.change}>{t('filter.change')}</span>
        </a>
      )}
    </div>
  )
}
