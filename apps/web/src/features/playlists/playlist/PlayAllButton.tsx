import type { Playlist } from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { toastFailure } from '#ui/toast-failure.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { earlyTap } from '#lib/head-scripts/early-tap.ts'
import { toast } from '#ui/toast.ts'
import controls from '#ui/controls.module.css'
import { PlayIcon } from '#ui/icons/work-icons.tsx'

import css from './PlaylistScreen.module.css'

/** Plays all works of a playlist, or those that match its search. */
export function PlayAllButton({ playlist, keyword }: { playlist: Playlist; keyword: string }) {
  const speech = useSpeech()
  const t = speech.texts('playlists')
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function handleClick() {
    if (isBusy) return
    setBusy(true)
    try {
      const { playAll, playlistPages } = await import('./play-all.ts')
      const deps = { api, queryClient }
      if (!(await playAll(deps, playlist.id, playlistPages(deps, playlist.id, keyword)))) toast(t('nothingToPlay'))
    } catch (error) {
      toastFailure(error, speech)
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      className={`${controls.primary} ${css.play}`}
      aria-disabled={isBusy}
      {...earlyTap}
      onClick={() => void handleClick()}
    >
      <PlayIcon />
      {isBusy ? t('playing') : keyword === '' ? t('playAll') : t('playFound')}
    </button>
  )
}
