import { useLocation } from '@tanstack/react-router'
import { useEffect, type MouseEvent } from 'react'

import { openAccount, useSession } from '#features/accounts/index.ts'
import { worksSearch } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { AccountIcon, KeepIcon, SearchIcon } from '#ui/icons/core-icons.ts'
import type { IconComponent } from '#ui/icons/icon.tsx'
import {
  CirclesIcon,
  HistoryIcon,
  HomeIcon,
  PlaylistsIcon,
  StarIcon,
  TagsIcon,
  VoicesIcon,
} from '#ui/icons/place-icons.ts'

import { markOf, placeHref, type Place } from './current-place.ts'
import css from './Places.module.css'
import { currentOf } from '../menu/menu-places.ts'
import { focusSearch } from '../use-search-key.ts'

/**
 * The ways to the main screens: a bar at the bottom of a phone, a rail beside the page where there is room. One landmark for
 * both, of links, so that it works without JavaScript.
 */
export function Places() {
  const { t } = useTranslation('shell')
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isSearch = useLocation({ select: ({ search }) => worksSearch(search).keyword !== undefined })
  const hash = useLocation({ select: (location) => location.hash })
  const isLoggedIn = useSession(({ token }) => token !== null)
  // From a screen without search.
  useEffect(() => {
    if (hash === 'search') focusSearch()
  }, [hash])
  const ofPlace = (place: Place) => ({ href: placeHref[place], current: markOf(place, path, isSearch) })
  const ofScreen = (href: string) => ({ href, current: currentOf(href, path) })

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
      <PlaceLink {...ofPlace('home')} Icon={HomeIcon} text={t('places.home')} />
      <PlaceLink
        {...ofPlace('search')}
        Icon={SearchIcon}
        text={t('places.search')}
        isOnlyIn="bar"
        onClick={handleSearch}
      />
      <PlaceLink {...ofScreen('/circles')} Icon={CirclesIcon} text={t('places.circles')} isOnlyIn="rail" />
      <PlaceLink {...ofScreen('/tags')} Icon={TagsIcon} text={t('places.tags')} isOnlyIn="rail" />
      <PlaceLink {...ofScreen('/vas')} Icon={VoicesIcon} text={t('places.vas')} isOnlyIn="rail" />
      <PlaceLink {...ofPlace('mine')} Icon={PlaylistsIcon} text={t('places.mine')} isOnlyIn="bar" />
      <PlaceLink {...ofScreen('/history')} Icon={HistoryIcon} text={t('places.history')} isOnlyIn="rail" />
      <PlaceLink {...ofScreen('/favourites')} Icon={StarIcon} text={t('places.favourites')} isOnlyIn="rail" />
      <PlaceLink {...ofScreen('/playlists')} Icon={PlaylistsIcon} text={t('places.playlists')} isOnlyIn="rail" />
      <PlaceLink {...ofScreen('/kept')} Icon={KeepIcon} text={t('places.kept')} isOnlyIn="rail" />
      <PlaceLink
        {...ofPlace('you')}
        {...(isLoggedIn ? {} : { href: '/login', onClick: handleLogIn })}
        Icon={AccountIcon}
        text={t('places.you')}
      />
    </nav>
  )
}

/** Opens no other tab or window. */
const isPlain = (event: MouseEvent) => !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

type LinkProps = {
  href: string
  current: 'page' | 'true' | undefined
  Icon: IconComponent
  text: string
  isOnlyIn?: 'bar' | 'rail'
  onClick?: (event: MouseEvent) => void
}

function PlaceLink({ href, current, Icon, text, isOnlyIn, onClick }: LinkProps) {
  return (
    <a
      className={`${css.place} ${isOnlyIn === undefined ? '' : css[isOnlyIn]}`}
      href={href}
      aria-current={current}
      onClick={onClick}
    >
      <span className={css.icon}>
        <Icon size="1.5em" />
      </span>
      {text}
    </a>
  )
}
