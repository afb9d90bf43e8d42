import { directionOf, type Locale } from '#i18n/locale.ts'
import { loadTexts } from '#i18n/load-texts.ts'
import { speaking } from '#i18n/translations.ts'
import { below } from '#lib/base-path.ts'

/** The page's colour in the dark scheme; pages override it by `theme-color`. */
const DARK = '#0c0e15'

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: below(`/icons/${name}-${size}.png`),
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** The web app manifest. All languages are the same app. */
export async function appManifest(locale: Locale) {
  const speech = speaking(locale, await loadTexts(locale))
  const t = speech.texts('shell')
  const shortcut = (name: string, url: string) => ({
    name,
    url: below(url),
    icons: [{ src: below('/icons/icon-192.png'), sizes: '192x192', type: 'image/png' }],
  })
  return {
    id: below('/'),
    name: t('siteName'),
    short_name: t('siteName'),
    description: t('description'),
    lang: locale,
    dir: directionOf(locale),
    start_url: below('/works'),
    scope: below('/'),
    display: 'standalone',
    background_color: DARK,
    theme_color: DARK,
    categories: ['music', 'entertainment'],
    icons: [icon('icon', 192, 'any'), icon('icon', 512, 'any'), icon('maskable', 512, 'maskable')],
    shortcuts: [
      shortcut(t('places.kept'), '/kept'),
      shortcut(t('places.history'), '/history'),
      shortcut(t('places.favourites'), '/favourites'),
      shortcut(t('places.playlists'), '/playlists'),
    ],
    share_target: {
      action: below('/share'),
      method: 'GET',
      // Of a GET it is the only one, and Chromium warns without it.
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  }
}
