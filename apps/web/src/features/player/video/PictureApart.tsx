import '#i18n/on-demand/video-texts.ts'

import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'

import { useSubtitlesOn } from '#features/settings/index.ts'
import { mediaAddress } from '#lib/api/media-address.ts'
import { setTitle } from '#lib/browser/own-window.ts'

import { JumpButton, PlayButton } from '../controls/controls.tsx'
import type { LyricsParts } from '../lyrics-parts.ts'
import { useCurrentTrack } from '../use-player.ts'
import { getPicture } from './page-picture.ts'
import styles from './Picture.module.css'
import type { Picture } from './picture.ts'
import { usePicture } from './picture.store.ts'
import { subtitleTrackOf } from './subtitle-track.ts'
import { VideoHost } from './VideoHost.tsx'

/** The picture outside the page: in a window of ours, or in the browser's own, which shows cues of the video alone. */
export default function PictureApart({ lyrics }: { lyrics: LyricsParts }) {
  const { api } = useRouter().options.context
  const picture = getPicture(api)
  const apart = usePicture((state) => state.apart)
  const isSubtitlesOn = useSubtitlesOn()
  useEffect(() => picture.enter(), [picture])
  // When the queue is emptied.
  useEffect(() => () => void (apart !== null && apart !== 'browsers' && apart.close()), [apart])
  if (apart === null) return null
  if (apart === 'browsers') return isSubtitlesOn ? <lyrics.Over into={subtitleTrackOf(picture.video)} /> : null
  return createPortal(<OurWindow picture={picture} lyrics={lyrics} own={apart} />, apart.document.body)
}

function OurWindow({ picture, lyrics, own }: { picture: Picture; lyrics: LyricsParts; own: Window }) {
  const track = useCurrentTrack()
  const status = usePicture((state) => state.status)
  const isSubtitlesOn = useSubtitlesOn()
  const title = track?.title ?? ''
  useEffect(() => setTitle(own, title), [own, title])
  return (
    <div className={styles.frame} data-full="">
      <VideoHost video={picture.video} />
      {status !== 'shown' && (
        <div className={styles.waiting}>
          <img src={track ? mediaAddress(track.largeCoverUrl) : undefined} alt="" />
        </div>
      )}
      {status === 'shown' && isSubtitlesOn && <lyrics.Over />}
      <div className={styles.transport} data-over="">
        <JumpButton direction="back" />
        <PlayButton />
        <JumpButton direction="forward" />
      </div>
    </div>
  )
}
