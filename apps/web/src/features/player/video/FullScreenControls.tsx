import { useTranslation } from '#i18n/use-translation.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useMedia, WIDE } from '#ui/use-media.ts'

import { JumpButton, LyricsButton, NextButton, PlayButton, PreviousButton } from '../controls/controls.tsx'
import { SeekBar } from '../controls/seek-bar/SeekBar.tsx'
import { VolumeControl } from '../controls/VolumeControl.tsx'
import { Notices } from '../notices/Notices.tsx'
import { useCurrentTrack } from '../use-player.ts'
import styles from './Picture.module.css'

/** What plays, and the main controls, over the lower edge of a picture that fills the screen. */
export function FullScreenControls() {
  const { t } = useTranslation('video')
  const track = useCurrentTrack()
  const isWide = useMedia(WIDE)
  return (
    <div className={styles.controls} role="group" aria-label={t('controls')}>
      <Notices />
      <p className={styles.title}>
        <bdi lang={langOfText(track?.title ?? '')}>{track?.title}</bdi>
      </p>
      <SeekBar />
      <div className={styles.buttons}>
        {isWide ? <VolumeControl /> : <span />}
        <div className={styles.transport}>
          <PreviousButton />
          <JumpButton direction="back" />
          <PlayButton />
          <JumpButton direction="forward" />
          <NextButton />
        </div>
        <LyricsButton onTurnOn={() => undefined} />
      </div>
    </div>
  )
}
