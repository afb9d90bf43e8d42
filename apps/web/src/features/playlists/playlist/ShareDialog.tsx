import { editPlaylist, playlistPrivacies, type Playlist } from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState, type MouseEvent } from 'react'

import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { below } from '#lib/base-path.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'
import { marked } from '#ui/open-mark.ts'

import { playlistHref } from '../lists/playlists-search.ts'
import { playlistName } from '../playlist-texts.ts'
import { refreshPlaylists } from '../playlists.queries.ts'
import { ShareButton } from './ShareButton.tsx'

type Props = {
  playlist: Playlist
  /** It was created just now. */
  isNew: boolean
  onClose: () => void
}

/** A playlist's link; for a private one, first makes it visible to those who have the link. */
export function ShareDialog({ playlist: given, isNew, onClose }: Props) {
  const speech = useSpeech()
  const t = speech.texts('playlists')
  const router = useRouter()
  const { api } = router.options.context
  const queryClient = useQueryClient()
  const [playlist, setPlaylist] = useState(given)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const href = playlistHref(playlist.id)
  const isHere = useLocation({ select: (location) => location.href === href })

  async function handleAllow() {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      const data = { privacy: playlistPrivacies.unlisted }
      setPlaylist(await api(editPlaylist, { body: { id: playlist.id, data } }))
      refreshPlaylists(queryClient)
    } catch (error) {
      setFailure(errorText(error, speech))
    } finally {
      setBusy(false)
    }
  }

  async function handleOpen(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    // In place of the dialog's own history entry, which would be a Back without effect.
    await router.navigate({ href: below(href), replace: marked() > 0 })
    onClose()
  }

  return (
    <Dialog
      title={isNew ? t('done.created', { name: playlistName(playlist, t) }) : t('sharing.title')}
      onClose={onClose}
    >
      <div className={forms.form}>
        {failure === null ? null : (
          <p className={forms.failure} role="alert">
            {failure}
          </p>
        )}
        <p role="status">{t(`privacyText.${playlist.privacy}`)}</p>
        {playlist.privacy === playlistPrivacies.private ? (
          <button type="button" className={controls.button} aria-disabled={isBusy} onClick={() => void handleAllow()}>
            {isBusy ? t('sharing.busy') : t('sharing.allow')}
          </button>
        ) : (
          <ShareButton playlist={playlist} />
        )}
        <div className={forms.actions}>
          <button type="button" className={controls.button} onClick={onClose}>
            {t('sharing.close')}
          </button>
          {isHere ? null : (
            <a className={controls.primary} href={href} data-first="" onClick={(event) => void handleOpen(event)}>
              {t('sharing.open')}
            </a>
          )}
        </div>
      </div>
    </Dialog>
  )
}
