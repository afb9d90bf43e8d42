import type { ChangeEvent } from 'react'
import { useTranslation } from '#i18n/use-translation.ts'

import controls from '#ui/controls.module.css'
import { Icon } from '#ui/Icon.tsx'

import { Carried } from './Pagination.tsx'
import css from './Toolbar.module.css'
import {
  displayModes,
  nextShuffle,
  pageSizes,
  sortName,
  sortOptions,
  worksHref,
  type WorksSearch,
} from './works-search.ts'

/** How the list is sorted, cut into pages and shown. A form and links: without a script, a button applies the form. */
export function Toolbar({ search }: { search: WorksSearch }) {
  const { t } = useTranslation('works')
  const { sortOption, pageSize, displayMode, keyword } = search
  const sort = sortName(sortOption)

  function handleChange({ currentTarget }: ChangeEvent<HTMLSelectElement>) {
    currentTarget.form?.requestSubmit()
  }

  return (
    <div className={css.toolbar}>
      {/* The defaults of uncontrolled fields are read once: another address makes another form. */}
      <form key={`${sortOption} ${pageSize}`} className={css.form} action="/works">
        <Carried search={{ keyword, displayMode }} />
        <label>
          <span className={controls.hidden}>{t('sort.label')}</span>
          <select className={controls.field} name="sortOption" defaultValue={sortOption} onChange={handleChange}>
            {sortOptions.map((option) => (
              // The random order that is shown stays the same one when only the page's size is changed.
              <option key={option} value={option === sort ? sortOption : option}>
                {t(`sort.${option}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className={controls.hidden}>{t('pageSize.label')}</span>
          <select className={controls.field} name="pageSize" defaultValue={pageSize} onChange={handleChange}>
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {t('pageSize.option', { count: size })}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className={`${controls.button} ${controls.withoutScript}`}>
          {t('apply')}
        </button>
      </form>
      {sort === 'random' ? (
        <a
          className={controls.iconButton}
          href={worksHref({ ...search, page: 1, sortOption: nextShuffle(sortOption) })}
          aria-label={t('shuffle')}
          title={t('shuffle')}
        >
          <Icon name="shuffle" />
        </a>
      ) : null}
      <ul className={css.modes} aria-label={t('display.label')}>
        {displayModes.map((mode) => (
          <li key={mode}>
            <a
              className={css.mode}
              href={worksHref({ ...search, displayMode: mode })}
              aria-current={mode === displayMode ? 'true' : undefined}
              aria-label={t(`display.${mode}`)}
              title={t(`display.${mode}`)}
            >
              <Icon name={mode} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
