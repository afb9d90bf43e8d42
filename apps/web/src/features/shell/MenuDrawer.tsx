import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { openAccount, useUser } from '#features/accounts/index.ts'
import { openSheet } from '#features/player/index.ts'
import { ColorSchemeChoice, LanguageChoice, useSettings } from '#features/settings/index.ts'
import '#i18n/menu-texts.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Drawer } from '#ui/Drawer.tsx'
import { Drawing, Icon } from '#ui/Icon.tsx'

import css from './MenuDrawer.module.css'

const CIRCLES =
  'M9 11a3 3 0 1 0 0-6a3 3 0 1 0 0 6M3 19c0-3 3-5 6-5s6 2 6 5M16 5.2a3 3 0 0 1 0 5.6M18 14.4c2 .7 3 2.4 3 4.6'
const TAGS = 'M4 4h8l8 8-8 8-8-8zM8.5 8.5v.01'
const VAS = 'M12 4a3 3 0 0 0-3 3v4a3 3 0 0 0 6 0V7a3 3 0 0 0-3-3M6 11a6 6 0 0 0 12 0M12 17v3'
const PLAYLISTS = 'M4 6h12M4 11h12M4 16h6M15 14.5l5 3-5 3z'
const SETTINGS = 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h3'
const FAVOURITES = 'M12 4l2.4 5.1 5.6.7-4.1 3.8 1.1 5.5L12 16.4 7 19.1l1.1-5.5L4 9.8l5.6-.7z'
const MOON = 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z'

const links = [
  { href: '/works', icon: <Icon name="shelf" />, text: 'library' },
  { href: '/circles', icon: <Drawing path={CIRCLES} />, text: 'circles' },
  { href: '/tags', icon: <Drawing path={TAGS} />, text: 'tags' },
  { href: '/vas', icon: <Drawing path={VAS} />, text: 'vas' },
  { href: '/playlists', icon: <Drawing path={PLAYLISTS} />, text: 'playlists' },
  { href: '/favourites', icon: <Drawing path={FAVOURITES} />, text: 'favourites' },
  { href: '/settings', icon: <Drawing path={SETTINGS} />, text: 'settings' },
] as const

/** Where to go, and how the site looks and speaks. */
export default function MenuDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('menu')
  const { t: shell } = useTranslation('shell')
  const router = useRouter()
  const pathname = useLocation({ select: (location) => location.pathname })
  const showCensoredTag = useSettings((settings) => settings.showCensoredTag)

  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && onClose()),
    [router, onClose],
  )

  const user = useUser()

  function handleAccount() {
    onClose()
    openAccount(user ? 'menu' : 'logIn')
  }

  function handleSleep() {
    onClose()
    openSheet('sound')
  }

  return (
    <Drawer isOpen={isOpen} onClose={onClose} title={t('title')} closeLabel={t('close')}>
      <nav aria-label={t('title')}>
        <ul>
          {links.map(({ href, icon, text }) => (
            <li key={href}>
              <a
                className={css.link}
                href={href}
                aria-current={href === pathname ? 'page' : undefined}
                onClick={onClose}
              >
                {icon}
                {t(`places.${text}`)}
              </a>
            </li>
          ))}
          <li>
            <button type="button" className={css.link} onClick={handleSleep}>
              <Drawing path={MOON} />
              {t('sleep')}
            </button>
          </li>
          <li>
            <button type="button" className={css.link} onClick={handleAccount}>
              <Icon name="account" />
              {user ? user.name : shell('account.logIn')}
            </button>
          </li>
        </ul>
      </nav>
      <div className={css.settings}>
        <LanguageChoice />
        <ColorSchemeChoice />
        <label className={css.toggle}>
          <input
            type="checkbox"
            checked={showCensoredTag}
            onChange={(event) => useSettings.setState({ showCensoredTag: event.target.checked })}
          />
          {t('showCensoredTag')}
        </label>
      </div>
    </Drawer>
  )
}
