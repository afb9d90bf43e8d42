import type { Work } from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'

import { useSpeech } from '#i18n/use-translation.ts'
import { toast } from '#ui/toast.ts'
import { toastFailure } from '#ui/toast-failure.ts'

/** Plays a work of a list, and says why it cannot. `play` is stable, because every card gets it. */
export function usePlayWork(): { play: (work: Work) => void; busyId: number | null } {
  const speech = useSpeech()
  const t = speech.texts('works')
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const isBusy = useRef(false)
  const [busyId, setBusyId] = useState<number | null>(null)

  const load = useCallback(
    async (work: Work) => {
      if (isBusy.current) return
      isBusy.current = true
      setBusyId(work.id)
      try {
        const { playWork } = await import('./play-work.ts')
        if (!(await playWork({ api, queryClient }, work))) toast(t('nothingToPlay'))
      } catch (error) {
        toastFailure(error, speech)
      } finally {
        isBusy.current = false
        setBusyId(null)
      }
    },
    [api, queryClient, speech, t],
  )
  const play = useCallback((work: Work) => void load(work), [load])
  return { play, busyId }
}
