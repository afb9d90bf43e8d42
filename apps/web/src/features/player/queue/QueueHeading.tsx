import { useTranslation } from '#i18n/use-translation.ts'

import { player } from '../player.ts'
import styles from './QueueHeading.module.css'
import { usePlayer } from '../use-player.ts'

/** The queue's title, its length, and a button to empty it. */
export function QueueHeading({ id }: { id: string }) {
  const { t } = useTranslation('player')
  const count = usePlayer(({ queue }) => queue.tracks.length)
  return (
    <>
      <h2 id={id} className={styles.title}>
        {t('queue.title')}
      </h2>
      <span className={styles.count}>{t('queue.tracks', { count })}</span>
      <button type="button" className={styles.clear} onClick={player.clear}>
        {t('queue.clear')}
      </button>
    </>
  )
}
