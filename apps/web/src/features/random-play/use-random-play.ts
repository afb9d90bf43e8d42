import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { useCurrentTrack } from '#features/player/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { editionsRequest } from '#features/works/index.ts'
import '#i18n/on-demand/menu-texts.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { toast } from '#ui/toast.ts'

import { pickWork, playPick } from './random-play.ts'
import { randomPlayStore } from './random-play.store.ts'

/** Plays a random work that matches the visitor's filter, and announces it, or why there is none. */
export function useRandomPlay(): { playAny: () => Promise<void>; isBusy: boolean } {
  const speech = useSpeech()
  const t = speech.texts('menu')
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const currentId = useCurrentTrack()?.workId ?? null
  const isBusy = randomPlayStore((state) => state.isBusy)

  async function playAny() {
    const { isBusy: isPicking, lastId } = randomPlayStore.getState()
    if (isPicking) return
    randomPlayStore.setState({ isBusy: true, isFilteredOut: false })
    const settings = useSettings.getState()
    const { globalFilter } = settings
    const editions = editionsRequest({ ...settings, locale: speech.locale })
    try {
      const pick = await pickWork(
        { api, queryClient, random: Math.random, editions },
        globalFilter,
        lastId ?? currentId,
      )
      if (pick === 'nothingToPlay') toast(t('random.nothingToPlay'))
      else if (pick === 'nothingFound' && globalFilter === '') toast(t('random.emptyLibrary'))
      else if (pick === 'nothingFound') randomPlayStore.setState({ told: null, isFilteredOut: true })
      else {
        playPick(pick)
        randomPlayStore.setState({ told: { ...pick.work }, lastId: pick.work.id })
      }
    } catch (error) {
      toastFailure(error, speech)
    } finally {
      randomPlayStore.setState({ isBusy: false })
    }
  }
  return { playAny, isBusy }
}
