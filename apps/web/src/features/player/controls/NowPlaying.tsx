import { useEffect, useRef } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'

import { useCurrentTrack, useIsPlaying } from '../use-player.ts'

/** Tells screen readers, when they have time, which track has begun. */
export function NowPlaying() {
  const { t } = useTranslation('player')
  const title = useCurrentTrack()?.title
  const isPlaying = useIsPlaying()
  const region = useRef<HTMLOutputElement>(null)
  // Written after the fact: only what changes inside a region that is already there is read out.
  useEffect(() => {
    const text = t('nowPlaying', { title: title ?? '' })
    if (region.current && isPlaying && region.current.textContent !== text) region.current.textContent = text
  }, [t, title, isPlaying])
  return <output ref={region} className={controls.hidden} />
}
