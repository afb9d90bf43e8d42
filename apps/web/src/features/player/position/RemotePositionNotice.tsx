import { useTranslation } from '#i18n/use-translation.ts'

import { timeSince } from './format-ago.ts'
import { formatTime } from '#lib/format/format-time.ts'
import styles from '../notices/Notice.module.css'
import { player } from '../player.ts'
import type { RemotePosition } from '../player.store.ts'
import { usePlayer } from '../use-player.ts'

/** Asks which position counts when two tabs or devices have played the same track. */
export function PositionNotice() {
  const { t } = useTranslation('player')
  const seconds = usePlayer((state) => state.otherTabSeconds)
  const elsewhere = usePlayer((state) => state.remotePosition)
  return (
    <div role="status">
      {seconds !== null ? (
        <p className={styles.notice}>
          <span>{t('elsewhere.text', { time: formatTime(seconds) })}</span>
          <button type="button" className={styles.action} onClick={player.goToOtherTab}>
            {t('elsewhere.go')}
          </button>
          <button type="button" className={styles.action} onClick={player.stayHere}>
            {t('elsewhere.stay')}
          </button>
        </p>
      ) : (
        elsewhere && <RemotePositionNotice elsewhere={elsewhere} />
      )}
    </div>
  )
}

function RemotePositionNotice({ elsewhere }: { elsewhere: RemotePosition }) {
  const { t, locale } = useTranslation('player')
  const { seconds, atMs, device, isTaken } = elsewhere
  const where = { device, time: formatTime(seconds), ago: timeSince(atMs, locale) }
  return (
    <p className={styles.notice}>
      <span>{isTaken ? t('elsewhere.taken', where) : t('elsewhere.device', where)}</span>
      <button type="button" className={styles.action} onClick={player.goToRemotePosition}>
        {isTaken ? t('elsewhere.fromStart') : t('elsewhere.go')}
      </button>
      <button type="button" className={styles.action} onClick={player.stayOnDevice}>
        {isTaken ? t('elsewhere.accept') : t('elsewhere.stay')}
      </button>
    </p>
  )
}
