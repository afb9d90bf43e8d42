import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { mediaAddress } from '#lib/api/media-address.ts'

import { useChapterIndex, useChapterName } from '../chapters/use-chapters.ts'
import { openSheet } from '../sheets.ts'
import { OpenButton, type OpenButtonProps } from './OpenButton.tsx'
import styles from './TrackInfo.module.css'
import { useCurrentTrack } from '../use-player.ts'

/** The current track: its cover, which opens the full player, its title, and a link to its work. */
export function TrackInfo({ ref, onOpen }: OpenButtonProps) {
  const track = useCurrentTrack()
  if (!track) return null
  return (
    <div className={styles.info} data-swipe="">
      <OpenButton ref={ref} onOpen={onOpen}>
        <img
          className={styles.cover}
          src={mediaAddress(track.coverUrl)}
          alt=""
          width={64}
          height={48}
          decoding="async"
        />
      </OpenButton>
      <div className={styles.titles}>
        <p className={styles.track} title={track.title}>
          <bdi lang={langOfText(track.title)}>{track.title}</bdi>
        </p>
        <p className={styles.place}>
          <ChapterButton />
          <a className={styles.work} href={track.workPath} title={track.workTitle}>
            <bdi lang={langOfText(track.workTitle)}>{track.workTitle}</bdi>
          </a>
        </p>
      </div>
    </div>
  )
}

/** The chapter that plays, if there is one; opens the list. */
function ChapterButton() {
  const { t } = useTranslation('player')
  const index = useChapterIndex()
  const name = useChapterName()(index)
  if (index === -1) return null
  return (
    <button
      type="button"
      className={styles.chapter}
      title={name}
      aria-haspopup="dialog"
      aria-label={t('chapters.open', { name })}
      onClick={() => openSheet('chapters')}
    >
      <bdi lang={langOfText(name)}>{name}</bdi>
    </button>
  )
}
