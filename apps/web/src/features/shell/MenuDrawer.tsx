import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { colorSchemes, useSettings, type ColorScheme } from '#features/settings/index.ts'
import { localeNames, locales, type Locale } from '#i18n/locale.ts'
import { saveLocale } from '#i18n/translations.ts'
import { useI18n, useTranslation } from '#i18n/use-translation.ts'
import { Choice } from '#ui/Choice.tsx'
import { Drawer } from '#ui/Drawer.tsx'
import { Icon } from '#ui/Icon.tsx'

import { applyColorScheme } from './color-scheme.ts'
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
  const i18n = useI18n()
  const { t, locale } = useTranslation('shell')
  // What was chosen shows at once, while its texts are on their way.
  const [chosenLocale, setChosenLocale] = useState(locale)
  const router = useRouter()
  const pathname = useLocation({ select: (location) => location.pathname })
  const { colorScheme, showCensoredTag } = useSettings()

  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && onClose()),
    [router, onClose],
  )

  function handleColorScheme(scheme: ColorScheme) {
    useSettings.setState({ colorScheme: scheme })
    applyColorScheme(scheme)
  }

  async function handleLocale(chosen: Locale) {
    setChosenLocale(chosen)
    // Kept first: where its texts do not arrive, the next page comes from the server in this language all the same.
    saveLocale(chosen)
    try {
      await i18n.change(chosen)
    } catch (error) {
      setChosenLocale(i18n.current.locale)
      throw error
    }
    // Titles are made by the routes.
    await router.invalidate()
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
        </ul>
      </nav>
      <div className={css.settings}>
        <Choice
          label={t('language')}
          name="language"
          options={locales.map((each) => ({ value: each, label: localeNames[each], lang: each }))}
          value={chosenLocale}
          onChange={(chosen) => void handleLocale(chosen)}
        />
        <Choice
          label={t('colorScheme.label')}
          name="color-scheme"
          options={colorSchemes.map((scheme) => ({ value: scheme, label: t(`colorScheme.${scheme}`) }))}
          value={colorScheme}
          onChange={handleColorScheme}
        />
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
