import { useCanGoBack, useLocation, useRouter, useSearch } from '@tanstack/react-router'
import { useState, type MouseEvent } from 'react'
import { carriedFields } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import { later } from '#lib/lazy.tsx'
import controls from '#ui/controls.module.css'
import { Icon } from '#ui/Icon.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import css from './TopBar.module.css'

const MenuDrawer = later(() => import('./MenuDrawer.tsx'), PartMissing)

/** The screens that the menu leads to: there is nothing to go back to from them. */
const topScreens = new Set(['/works'])

export function TopBar() {
  const { t } = useTranslation('shell')
  const [isMenuOpen, setMenuOpen] = useState(false)
  // The chunk is asked for at the first opening; after that the drawer stays, so that closing can be seen.
  const [openings, setOpenings] = useState(0)
  const isTop = useLocation({ select: ({ pathname }) => topScreens.has(pathname) })

  function openMenu() {
    setOpenings(openings + 1)
    setMenuOpen(true)
  }

  return (
    <header className={css.bar}>
      <div className={css.inner}>
        <button
          type="button"
          className={controls.iconButton}
          aria-label={t('menu.open')}
          aria-haspopup="dialog"
          onClick={openMenu}
        >
          <Icon name="menu" />
        </button>
        {isTop ? null : <BackLink />}
        <a className={css.home} href="/works" aria-label={t('home')}>
          <Icon name="shelf" size="1.75em" />
          <span className={css.name} aria-hidden="true">
            Otodana
          </span>
        </a>
        <SearchForm />
      </div>
      {openings > 0 ? <MenuDrawer attempt={openings} isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} /> : null}
    </header>
  )
}

/** Back to where the visitor came from within the site; from outside, to the library. */
function BackLink() {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const canGoBack = useCanGoBack()

  function handleClick(event: MouseEvent) {
    if (!canGoBack || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    router.history.back()
  }

  return (
    <a className={controls.iconButton} href="/works" aria-label={t('back')} onClick={handleClick}>
      <Icon name="back" />
    </a>
  )
}

/** A form of the plain kind: it works before and without JavaScript. */
function SearchForm() {
  const { t } = useTranslation('shell')
  const { keyword = '', displayMode, pageSize, sortOption } = useSearch({ strict: false })
  // A search on the list goes on in the way the list is shown.
  const carried = carriedFields({ displayMode, pageSize, sortOption })
  return (
    <form className={css.search} action="/works" role="search">
      <input
        // A new screen brings a new keyword; until then what is typed is the visitor's.
        key={keyword}
        className={css.input}
        type="search"
        name="keyword"
        defaultValue={keyword}
        maxLength={2_000}
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        autoComplete="off"
        enterKeyHint="search"
      />
      {carried.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={css.submit} aria-label={t('search.submit')}>
        <Icon name="search" size="1.25em" />
      </button>
    </form>
  )
}
