import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { openSheet } from '#features/player/index.ts'
import { ColorSchemeChoice, LanguageChoice, useSettings } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Drawer } from '#ui/Drawer.tsx'
import { Icon } from '#ui/Icon.tsx'

import css from './MenuDrawer.module.css'

const links = [
  { href: '/works', icon: 'shelf', text: 'library' },
  { href: '/circles', icon: 'circles', text: 'circles' },
  { href: '/tags', icon: 'tags', text: 'tags' },
  { href: '/vas', icon: 'vas', text: 'vas' },
  { href: '/settings', icon: 'settings', text: 'settings' },
] as const

/** Where to go, and how the site looks and speaks. */
export default function MenuDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const pathname = useLocation({ select: (location) => location.pathname })
  const showCensoredTag = useSettings((settings) => settings.showCensoredTag)

  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && onClose()),
    [router, onClose],
  )

  function handleSleep() {
    onClose()
    openSheet('sound')
  }

  return (
    <Drawer isOpen={isOpen} onClose={onClose} title={t('menu.title')} closeLabel={t('menu.close')}>
      <nav aria-label={t('menu.title')}>
        <ul>
          {links.map(({ href, icon, text }) => (
            <li key={href}>
              <a
                className={css.link}
                href={href}
                aria-current={href === pathname ? 'page' : undefined}
                onClick={onClose}
              >
                <Icon name={icon} />
                {t(`menu.${text}`)}
              </a>
            </li>
          ))}
          <li>
            <button type="button" className={css.link} onClick={handleSleep}>
              <Icon name="moon" />
              {t('menu.sleep')}
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
