import type { Playlist } from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { queuedText, sendOrWait } from '#features/outbox/index.ts'
import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { below } from '#lib/base-path.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { marked } from '#ui/open-mark.ts'
import { toast } from '#ui/toast.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'

import { checkMarkTarget } from '../marks/mark-target.ts'
import { playlistName } from '../playlist-texts.ts'
import { refreshPlaylists } from '../playlists.queries.ts'

/** Asks for confirmation before deleting a playlist. */
export function DeletePlaylistDialog({ playlist, onClose }: { playlist: Playlist; onClose: () => void }) {
  const speech = useSpeech()
  const t = speech.texts('playlists')
  const router = useRouter()
  const { api } = router.options.context
  const queryClient = useQueryClient()
  const [isSure, setSure] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const name = playlistName(playlist, t)

  async function handleDelete() {
    if (isBusy) return
    if (!isSure) return setSure(true)
    setBusy(true)
    setFailure(null)
    try {
      const { id, works_count } = playlist
      const base = { name: playlist.name, works_count }
      const isStored = (await sendOrWait(api, { kind: 'deletion', playlist: { id, name }, base })) !== null
      // Its own page has nothing left to show. In place of the dialog's own history entry, which would show it once more.
      if (router.state.location.pathname === '/playlist')
        await router.navigate({ href: below('/playlists'), replace: marked() > 0 })
      onClose()
      toast(isStored ? t('done.deleted', { name }) : queuedText(speech))
      queryClient.removeQueries({ queryKey: ['playlist', playlist.id] })
      queryClient.removeQueries({ queryKey: ['playlist-works', playlist.id] })
      checkMarkTarget({ queryClient })
    } catch (error) {
      setFailure(errorText(error, speech))
    } finally {
      setBusy(false)
      refreshPlaylists(queryClient)
    }
  }

  return (
    <Dialog title={t('delete.title')} onClose={onClose}>
      <div className={forms.form}>
        {failure === null ? null : (
          <p className={forms.failure} role="alert">
            {failure}
          </p>
        )}
        {isSure ? (
          <div role="alert">
            <p className={forms.sure}>{t('delete.sure', { name })}</p>
            <p className={forms.hint}>{t('delete.sureText')}</p>
          </div>
        ) : (
          <p>{t('delete.text', { name, count: playlist.works_count, formatted: formatCount(playlist.works_count) })}</p>
        )}
        <div className={forms.actions}>
          <button type="button" className={controls.button} data-first="" onClick={onClose}>
            {t('delete.cancel')}
          </button>
          <button
            type="button"
            className={`${controls.button} ${forms.destroy}`}
            aria-disabled={isBusy}
            onClick={() => void handleDelete()}
          >
            {isBusy ? t('delete.busy') : isSure ? t('delete.confirm') : t('delete.next')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
