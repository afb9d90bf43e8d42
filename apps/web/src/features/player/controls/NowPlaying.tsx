import { useEffect, useRef } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'

import { useCurrentTrack, useIsPlaying } from '../use-player.ts'

/** Announces the current track to screen readers, politely. */
export function NowPlaying() {
  const { t } = useTranslation('player')
  const title = useCurrentTrack()?.title
  const isPlaying = useIsPlaying()
  const region = useRef<HTMLOutputElement>(null)
  // Live regions announce changes only, so the text is set after the first render.
  useEffect(() => {
    const text = t('nowPlaying', { title: title ?? '' })
    if (region.current && isPlaying && region.current.textContent !== text) region.current.textContent = text
  }, [t, title, isPlaying])
  return <output ref={region} className={controls.hidden} />
}
