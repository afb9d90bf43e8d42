import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'

import { currentOf } from '../menu/menu-places.ts'
import { ownScreens } from './current-place.ts'
import css from './OwnScreens.module.css'

/** Tabs of the listener's own screens, where the bar of places has one entry for them. */
export function OwnScreens({ path }: { path: string }) {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const row = useRef<HTMLElement>(null)
  // After the router, which gives the row the place that it had on the screen before.
  useEffect(
    () =>
      router.subscribe('onRendered', () => bringIntoView(row.current?.querySelector<HTMLElement>('[aria-current]'))),
    [router],
  )
  const texts = {
    '/history': t('places.history'),
    '/favourites': t('places.favourites'),
    '/playlists': t('places.playlists'),
    '/kept': t('places.kept'),
  }
  return (
    <nav ref={row} className={css.tabs} aria-label={t('places.mine')}>
      {ownScreens.map((href) => {
        const current = currentOf(href, path)
        return (
          <a
            key={href}
            ref={current === undefined ? undefined : bringIntoView}
            className={css.tab}
            href={href}
            aria-current={current}
          >
            {texts[href]}
          </a>
        )
      })}
    </nav>
  )
}

/** Scrolls the row of tabs, and nothing else. */
function bringIntoView(tab: HTMLElement | null | undefined): void {
  const row = tab?.parentElement
  if (row) row.scrollLeft = tab.offsetLeft + (tab.offsetWidth - row.clientWidth) / 2
}
