import '#i18n/on-demand/history-texts.ts'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { useSpeech } from '#i18n/use-translation.ts'
import { isMissing } from '#lib/api/api.ts'
import { toast } from '#ui/toast.ts'
import { toastFailure } from '#ui/toast-failure.ts'

import { type LeftTrack, playHeard } from './play-heard.ts'

/** Plays where a track was left, and says why it cannot. */
export function usePlayHeard() {
  const speech = useSpeech()
  const t = speech.texts('history')
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [busyHash, setBusyHash] = useState<string | null>(null)

  async function playFrom(track: LeftTrack) {
    if (busyHash !== null) return
    setBusyHash(track.hash)
    try {
      if (!(await playHeard({ api, queryClient }, track))) toast(t('gone'))
    } catch (error) {
      if (isMissing(error)) toast(t('gone'))
      else toastFailure(error, speech)
    } finally {
      setBusyHash(null)
    }
  }
  return { playFrom, busyHash }
}
