import { useSubtitlesOn } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { canHaveWindow } from '#lib/browser/own-window.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { WindowIcon } from '#ui/icons/player-icons.tsx'

import type { LyricsParts } from '../lyrics-parts.ts'
import styles from './Picture.module.css'
import { canHaveNativeWindow, showApart } from './picture-window.ts'
import { canFill } from './use-full-screen.ts'
import { FillIcon, LeaveIcon } from './video-icons.ts'

type Props = {
  video: HTMLVideoElement
  lyrics: LyricsParts
  isFull: boolean
  onToggleFull: () => void
}

/** What can be done with the picture, over its upper corner. */
export function PictureTools({ video, lyrics, isFull, onToggleFull }: Props) {
  const { t } = useTranslation('video')
  const isSubtitlesOn = useSubtitlesOn()
  return (
    <div className={styles.tools}>
      {isSubtitlesOn && <lyrics.Choose className={styles.tool} />}
      {(canHaveWindow() || canHaveNativeWindow()) && (
        <IconButton label={t('window')} className={styles.tool} onClick={() => void showApart(video)}>
          <WindowIcon />
        </IconButton>
      )}
      {canFill() && (
        <IconButton
          label={isFull ? t('leaveFullScreen') : t('fullScreen')}
          aria-keyshortcuts="f"
          className={styles.tool}
          onClick={onToggleFull}
        >
          {isFull ? <LeaveIcon /> : <FillIcon />}
        </IconButton>
      )}
    </div>
  )
}
