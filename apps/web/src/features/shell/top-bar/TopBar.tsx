import { useCanGoBack, useLocation, useRouter } from '@tanstack/react-router'
import { useState, type MouseEvent } from 'react'
import { useTranslation } from '#i18n/use-translation.ts'

import { AccountButton, useIsAdmitted } from '#features/accounts/index.ts'
import { SearchBar } from '#features/search/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import controls from '#ui/controls.module.css'
import { BackIcon, LibraryIcon, MenuIcon } from '#ui/icons/core-icons.ts'
import { PartMissing } from '#ui/PartMissing.tsx'

import { hasBackArrow, hasSearchBox } from './top-bar-parts.ts'
import css from './TopBar.module.css'
import { useSidebar } from '../menu/use-sidebar.ts'

const MenuDrawer = lazyComponent(() => import('../menu/MenuDrawer.tsx'), PartMissing)

export function TopBar() {
  const { t } = useTranslation('shell')
  const [isMenuOpen, setMenuOpen] = useState(false)
  // Loaded on first opening; kept afterwards, for the closing animation.
  const [openings, setOpenings] = useState(0)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isAdmitted = useIsAdmitted()
  const sidebar = useSidebar()
  const isDocked = sidebar === 'docked'

  function handleMenu() {
    if (sidebar) {
      useSettings.setState({ isSidebarFolded: isDocked })
      return
    }
    setOpenings(openings + 1)
    setMenuOpen(true)
  }

  return (
    <header className={css.bar}>
      <div className={css.inner}>
        <button
          type="button"
          className={controls.iconButton}
          aria-label={isDocked ? t('menu.close') : t('menu.open')}
          aria-haspopup={sidebar ? undefined : 'dialog'}
          aria-controls={sidebar ? 'side' : undefined}
          onClick={handleMenu}
        >
          <MenuIcon size="1.5em" />
        </button>
        {hasBackArrow(path) ? <BackLink /> : null}
        <a className={css.home} href="/works" aria-label={t('home')}>
          <LibraryIcon size="1.75em" />
          <span className={css.name} aria-hidden="true">
            Otodana
          </span>
        </a>
        {isAdmitted && hasSearchBox(path) ? <SearchBar /> : <div className={css.space} />}
        <AccountButton />
      </div>
      {openings > 0 || isDocked ? (
        <MenuDrawer attempt={openings} isDocked={isDocked} isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      ) : null}
    </header>
  )
}

/** Back to the previous page of this site, or to the library. */
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
    <a className={`${controls.iconButton} ${css.back}`} href="/works" aria-label={t('back')} onClick={handleClick}>
      <BackIcon size="1.5em" />
    </a>
  )
}
