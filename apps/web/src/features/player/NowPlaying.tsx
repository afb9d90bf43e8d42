import { useEffect, useRef } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'

import { useCurrentTrack } from './use-player.ts'

/** Tells screen readers, when they have time, which track has begun. */
export function NowPlaying() {
  const { t } = useTranslation('player')
  const title = useCurrentTrack()?.title
  const region = useRef<HTMLOutputElement>(null)
  // Written after the fact: only what changes inside a region that is already there is read out.
  useEffect(() => {
    if (region.current) region.current.textContent = title === undefined ? '' : t('nowPlaying', { title })
  }, [t, title])
  return <output ref={region} className={controls.hidden} />
}
