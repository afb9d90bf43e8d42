import { useTranslation } from '#i18n/use-translation.ts'

import controls from '#ui/controls.module.css'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons/core-icons.ts'

import { pageEntries } from './list/page-window.ts'
import css from './Pagination.module.css'
import { useListChoice, useWorksHref } from './use-works-href.ts'
import { carriedFields, type WorksSearch } from './works-search.ts'

type Props = { search: WorksSearch; last: number; /** The list's path. */ path?: string }

/** Links to pages, and a form for a page number, without JavaScript. */
export function Pagination({ search, last, path = '/works' }: Props) {
  const { t } = useTranslation('ui')
  const worksHref = useWorksHref()
  const current = Math.min(search.page, last)
  const hrefOf = (page: number) => worksHref({ ...search, page }, path)
  return (
    <nav className={css.pagination} aria-label={t('pages.label')}>
      <ul className={css.pages}>
        {current > 1 ? (
          <li>
            <a className={css.page} href={hrefOf(current - 1)} rel="prev" aria-label={t('pages.previous')}>
              <ChevronLeftIcon size="1.25em" />
            </a>
          </li>
        ) : null}
        {pageEntries(current, last).map(({ page, room }, index, entries) =>
          page === null ? (
            <li key={`after ${entries[index - 1]?.page}`} className={css.gap} data-room={room} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={page} data-room={room}>
              <a
                className={css.page}
                href={hrefOf(page)}
                aria-current={page === search.page ? 'page' : undefined}
                aria-label={t('pages.page', { page })}
              >
                {page}
              </a>
            </li>
          ),
        )}
        {current < last ? (
          <li>
            <a className={css.page} href={hrefOf(current + 1)} rel="next" aria-label={t('pages.next')}>
              <ChevronRightIcon size="1.25em" />
            </a>
          </li>
        ) : null}
      </ul>
      <form className={css.jump} action={path}>
        <Carried search={{ ...search, page: 1 }} />
        <input
          key={search.page}
          aria-label={t('pages.jump')}
          className={`${controls.field} ${css.number}`}
          type="number"
          name="page"
          inputMode="numeric"
          min={1}
          max={last}
          defaultValue={current}
          required
        />
        <span className={css.of}>{t('pages.of', { last })}</span>
        <button type="submit" className={controls.button}>
          {t('pages.go')}
        </button>
      </form>
    </nav>
  )
}

/** Hidden fields with the other search parameters, so that a form changes only its own. */
export function Carried({ search }: { search: Partial<WorksSearch> }) {
  const chosen = useListChoice()
  return carriedFields(search, chosen).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
