import type { Work } from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { playWorks } from '#features/playlists/index.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { earlyTap } from '#lib/head-scripts/early-tap.ts'
import controls from '#ui/controls.module.css'
import { PlayIcon } from '#ui/icons/work-icons.tsx'
import { toast } from '#ui/toast.ts'
import { toastFailure } from '#ui/toast-failure.ts'

import css from './SeriesScreen.module.css'

/** Plays a series from its first work to its last. */
export function PlaySeriesButton({ seriesId, works }: { seriesId: number; works: readonly Work[] }) {
  const speech = useSpeech()
  const t = speech.texts('series')
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function handleClick() {
    if (isBusy) return
    setBusy(true)
    try {
      if (!(await playWorks({ api, queryClient }, `series ${seriesId}`, works))) toast(t('nothingToPlay'))
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
      {isBusy ? t('playing') : t('playAll')}
    </button>
  )
}
