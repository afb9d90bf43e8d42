import type { Playlist } from '@otodana/contract'
import { useHydrated } from '@tanstack/react-router'

import { useTranslation } from '#i18n/use-translation.ts'
import { below } from '#lib/base-path.ts'
import { toast } from '#ui/toast.ts'
import { copyText } from '#lib/browser/copy-text.ts'
import controls from '#ui/controls.module.css'
import { LinkIcon } from '#ui/icons/deferred-icons.ts'

import { playlistName } from '../playlist-texts.ts'
import { playlistHref } from '../lists/playlists-search.ts'

/** Shares a playlist's URL by the system's share sheet, or copies it. */
export function ShareButton({ playlist }: { playlist: Playlist }) {
  const { t } = useTranslation('playlists')
  const canShare = useHydrated() && 'share' in navigator && matchMedia('(pointer: coarse)').matches

  async function handleClick() {
    const url = location.origin + below(playlistHref(playlist.id))
    if (canShare) {
      // Closing the sheet rejects; that is no error.
      await navigator.share({ title: playlistName(playlist, t), url }).catch(() => undefined)
      return
    }
    toast((await copyText(url)) ? t('done.linkCopied') : t('copyFailed'))
  }
  return (
    <button type="button" className={controls.button} onClick={() => void handleClick()}>
      <LinkIcon size="1.25em" />
      {canShare ? t('share') : t('copyLink')}
    </button>
  )
}
