import { useLocation } from '@tanstack/react-router'
import { useEffect, type MouseEvent, type ReactNode } from 'react'

import { openAccount, useSession } from '#features/accounts/index.ts'
import { worksSearch } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { AccountIcon, SearchIcon } from '#ui/icons/core-icons.ts'
import { HomeIcon, PlaylistsIcon } from '#ui/icons/place-icons.ts'

import { markOf, placeHref, type Place } from './current-place.ts'
import css from './Places.module.css'
import { focusSearch } from '../use-search-key.ts'

/** The bar of places at the bottom of a phone's screen. Links, so that it works without JavaScript. */
export function Places() {
  const { t } = useTranslation('shell')
  const hash = useLocation({ select: (location) => location.hash })
  const isLoggedIn = useSession(({ token }) => token !== null)
  // From a screen without search.
  useEffect(() => {
    if (hash === 'search') focusSearch()
  }, [hash])

  function handleSearch(event: MouseEvent) {
    if (isPlain(event) && focusSearch()) event.preventDefault()
  }

  function handleLogIn(event: MouseEvent) {
    if (!isPlain(event)) return
    event.preventDefault()
    openAccount('logIn')
  }

  return (
    <nav className={css.places} aria-label={t('places.label')}>
      <PlaceLink place="home" icon={<HomeIcon size="1.5em" />} text={t('places.home')} />
      <PlaceLink place="search" icon={<SearchIcon size="1.5em" />} text={t('places.search')} onClick={handleSearch} />
      <PlaceLink place="mine" icon={<PlaylistsIcon size="1.5em" />} text={t('places.mine')} />
      {isLoggedIn ? (
        <PlaceLink place="you" icon={<AccountIcon size="1.5em" />} text={t('places.you')} />
      ) : (
        <PlaceLink
          place="you"
          href="/login"
          icon={<AccountIcon size="1.5em" />}
          text={t('places.you')}
          onClick={handleLogIn}
        />
      )}
    </nav>
  )
}

/** Opens no other tab or window. */
const isPlain = (event: MouseEvent) => !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

type LinkProps = {
  place: Place
  href?: string
  icon: ReactNode
  text: string
  onClick?: (event: MouseEvent) => void
}

function PlaceLink({ place, href = placeHref[place], icon, text, onClick }: LinkProps) {
  const current = useLocation({
    select: ({ pathname, search }) => markOf(place, pathname, worksSearch(search).keyword !== undefined),
  })
  return (
    <a className={css.place} href={href} aria-current={current} onClick={onClick}>
      <span className={css.icon}>{icon}</span>
      {text}
    </a>
  )
}
