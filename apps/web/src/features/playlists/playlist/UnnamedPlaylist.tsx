import '#i18n/on-demand/playlist-texts.ts'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'

/** For a URL without a playlist id, usually an incompletely copied one. */
export function UnnamedPlaylist() {
  const { t } = useTranslation('playlists')
  return (
    <Message title={t('unnamed.title')} text={t('unnamed.text')} isHeading>
      <a className={controls.primary} href="/playlists">
        {t('unnamed.action')}
      </a>
    </Message>
  )
}
