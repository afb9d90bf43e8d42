import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { FilterIcon } from '#ui/icons/core-icons.ts'

import type { NameKind } from './name-kinds.ts'
import css from './NamesHead.module.css'
import { MAX_FILTER_LENGTH, namesDefaults, namesHref, nameSorts, type NamesSearch } from './names-search.ts'

type Props = {
  kind: NameKind
  search: NamesSearch
  /** The total as text; empty while unknown. */
  total: string
  onFilter?: (text: string) => void
  onKeyDown?: (event: KeyboardEvent) => void
  /** Further tools, after the filter. */
  tools?: ReactNode
}

/** Title, filter and order. A form and links: without JavaScript, Enter filters. */
export function NamesHead({ kind, search, total, onFilter, onKeyDown, tools }: Props) {
  const { t } = useTranslation('names')
  const input = useRef<HTMLInputElement>(null)

  // Text typed before hydration.
  useLayoutEffect(() => {
    const typed = input.current?.value
    if (onFilter && typed !== undefined && typed !== search.q) onFilter(typed)
    // oxlint-disable-next-line react/exhaustive-deps -- once, after hydration
  }, [])

  return (
    <>
      <div className={css.head}>
        <div className={css.headings}>
          <h1 className={css.title}>{t(`${kind}.title`)}</h1>
          <p className={css.total} role="status">
            {total}
          </p>
        </div>
        <ul className={css.sorts} aria-label={t('sort.label')}>
          {nameSorts.map((sort) => (
            <li key={sort}>
              <a
                className={css.sort}
                href={namesHref(kind, { ...search, sort })}
                aria-current={sort === search.sort ? 'true' : undefined}
              >
                {t(`sort.${sort}`)}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div className={css.tools}>
        <form className={css.form} action={`/${kind}`} role="search" aria-label={t(`${kind}.filter`)}>
          <FilterIcon size="1.25em" />
          <input
            ref={input}
            className={css.input}
            type="search"
            name="q"
            value={search.q}
            onChange={(event) => onFilter?.(event.target.value)}
            onKeyDown={onKeyDown}
            maxLength={MAX_FILTER_LENGTH}
            aria-label={t(`${kind}.filter`)}
            placeholder={t(`${kind}.filter`)}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
          />
          {search.sort === namesDefaults.sort ? null : <input type="hidden" name="sort" value={search.sort} />}
          <button type="submit" className={`${controls.button} ${controls.withoutScript}`}>
            {t('apply')}
          </button>
        </form>
        {tools}
      </div>
    </>
  )
}
