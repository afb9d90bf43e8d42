import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { toastFailure } from '#ui/toast-failure.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { earlyTap } from '#lib/head-scripts/early-tap.ts'
import { toast } from '#ui/toast.ts'
import controls from '#ui/controls.module.css'
import { PlayIcon } from '#ui/icons/work-icons.tsx'

import type { Deps } from './play-all.ts'
import css from './PlayAllButton.module.css'

type Props = {
  /** Plays the list, and returns whether there was anything to play. */
  onPlay: (deps: Deps) => Promise<boolean>
  label: string
  busyLabel: string
  /** Shown if there was nothing. */
  nothingToPlay: string
}

/** Plays a list of works from its first to its last. */
export function PlayAllButton({ onPlay, label, busyLabel, nothingToPlay }: Props) {
  const speech = useSpeech()
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function handleClick() {
    if (isBusy) return
    setBusy(true)
    try {
      if (!(await onPlay({ api, queryClient }))) toast(nothingToPlay)
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
      {isBusy ? busyLabel : label}
    </button>
  )
}
