import '#i18n/on-demand/video-texts.ts'

import { useRouter } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'

import { useSubtitlesOn } from '#features/settings/index.ts'
import { mediaAddress } from '#lib/api/media-address.ts'

import type { LyricsParts } from '../lyrics-parts.ts'
import { useCurrentTrack } from '../use-player.ts'
import { FullScreenControls } from './FullScreenControls.tsx'
import { getPicture } from './page-picture.ts'
import styles from './Picture.module.css'
import { PictureNote } from './PictureNote.tsx'
import { usePicture } from './picture.store.ts'
import { PictureTools } from './PictureTools.tsx'
import { useDoubleTap } from './use-double-tap.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useIdle } from './use-idle.ts'
import { VideoHost } from './VideoHost.tsx'

/** The picture of the current track, with subtitles over it; the cover and the reason while it is not there. */
export default function PicturePlace({ cover, lyrics }: { cover: ReactNode; lyrics: LyricsParts }) {
  const { api } = useRouter().options.context
  const picture = getPicture(api)
  const track = useCurrentTrack()
  const status = usePicture((state) => state.status)
  const ratio = usePicture((state) => state.ratio)
  const isInOurs = usePicture(({ apart }) => apart !== null && apart !== 'browsers')
  const isApart = usePicture(({ apart }) => apart !== null)
  const isSubtitlesOn = useSubtitlesOn()
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const isHere = status === 'shown' && !isApart
  const { isFull, toggle } = useFullScreen(frame, isHere)
  const taps = useDoubleTap(toggle)
  const idle = useIdle(isFull)
  useEffect(() => picture.enter(), [picture])

  return (
    <div className={styles.place}>
      {!isHere && <div className={styles.cover}>{cover}</div>}
      {!isFull && <PictureNote picture={picture} />}
      <div className={styles.room} data-shown={isHere || undefined}>
        <div
          ref={setFrame}
          tabIndex={-1}
          className={styles.frame}
          style={{ '--ratio': String(ratio) } as Record<string, string>}
          data-full={isFull || undefined}
          data-idle={idle || undefined}
        >
          {!isInOurs && <VideoHost video={picture.video} data-swipe={isFull ? undefined : ''} {...taps} />}
          {isFull && !isHere && (
            <div className={styles.waiting}>
              <img src={track ? mediaAddress(track.largeCoverUrl) : undefined} alt="" />
              <PictureNote picture={picture} />
            </div>
          )}
          {isHere && isSubtitlesOn && <lyrics.Over />}
          {(isHere || isFull) && (
            <PictureTools video={picture.video} lyrics={lyrics} isFull={isFull} onToggleFull={toggle} />
          )}
          {isFull && <FullScreenControls />}
        </div>
      </div>
    </div>
  )
}
