import { useLocation } from '@tanstack/react-router'
import { useEffect, useId, useState, type MouseEvent } from 'react'

import '#i18n/on-demand/offline-texts.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatRecent } from '#lib/format/format-date.ts'
import { hasKept } from '#lib/kept/has-kept.ts'
import controls from '#ui/controls.module.css'
import { KeepIcon, LibraryIcon } from '#ui/icons/core-icons.ts'

import { listCachedPages, type CachedPage } from './list-cached-pages.ts'
import css from './CachedPages.module.css'

/** Lists the pages that open without a connection, the requested one first. */
export default function CachedPages() {
  const { t, locale } = useTranslation('offline')
  const [pages, setPages] = useState<CachedPage[]>([])
  const id = useId()
  const here = useLocation({ select: ({ href }) => href.split('#', 1)[0] })

  useEffect(() => {
    let isWanted = true
    void listCachedPages().then((cached) => isWanted && setPages(cached))
    return () => {
      isWanted = false
    }
  }, [])

  const shelf = hasKept() ? (
    <a className={controls.primary} href="/kept">
      <KeepIcon size="1.25em" />
      {t('shelf')}
    </a>
  ) : null
  if (pages.length === 0) return shelf
  const own = pages.find(({ href }) => href === here)
  return (
    <section className={css.pages} aria-labelledby={id}>
      {own ? (
        <a className={controls.primary} href={own.href} onClick={openCached}>
          {t('openCopy', { when: formatRecent(own.cachedAtMs, locale) })}
        </a>
      ) : null}
      {shelf}
      <h2 id={id} className={css.title}>
        {t('kept')}
      </h2>
      <ul className={css.list}>
        {pages
          .filter((page) => page !== own)
          .map(({ href, title, cover, cachedAtMs }) => (
            <li key={href}>
              <a className={css.page} href={href} onClick={openCached}>
                {cover === null ? (
                  <span className={css.picture}>
                    <LibraryIcon size="1.5em" />
                  </span>
                ) : (
                  <img className={css.picture} src={cover} alt="" loading="lazy" />
                )}
                <span className={css.name}>{title}</span>
                <span className={css.when}>{formatRecent(cachedAtMs, locale)}</span>
              </a>
            </li>
          ))}
      </ul>
    </section>
  )
}

/** Opens it as a document, because documents are cached; a client-side navigation would request data. */
function openCached(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
  event.preventDefault()
  location.assign(event.currentTarget.href)
}
