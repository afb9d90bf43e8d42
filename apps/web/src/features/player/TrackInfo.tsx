import styles from './TrackInfo.module.css'
import { useCurrentTrack } from './use-player.ts'

/** What plays: cover, track, and its work as a link. */
export function TrackInfo() {
  const track = useCurrentTrack()
  if (!track) return null
  return (
    <div className={styles.info}>
      <img className={styles.cover} src={track.coverUrl} alt="" width={64} height={48} decoding="async" />
      <div className={styles.titles}>
        <p className={styles.track} title={track.title}>
          {track.title}
        </p>
        <a className={styles.work} href={track.workPath} title={track.workTitle}>
          {track.workTitle}
        </a>
      </div>
    </div>
  )
}
