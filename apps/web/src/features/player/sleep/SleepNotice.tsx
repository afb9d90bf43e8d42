import { useStore } from 'zustand'

import { useTranslation } from '#i18n/use-translation.ts'

import notice from '../notices/Notice.module.css'
import { useIsPlaying } from '../use-player.ts'
import { EXTENSION_MINUTES, isEnding, off } from './sleep-timer.ts'
import { extendSleep, sleepTimer } from './sleep-timer.store.ts'

/** In the last minute of the sleep timer: more time with one tap. Announced once, without the countdown. */
export function SleepNotice() {
  const { t } = useTranslation('player')
  const isPlaying = useIsPlaying()
  const isSoon = useStore(sleepTimer, ({ secondsLeft }) => isEnding(secondsLeft))
  return (
    <div role="status">
      {isSoon && isPlaying && (
        <p className={notice.notice}>
          <span>{t('sleep.soon')}</span>
          <button type="button" className={notice.action} onClick={extendSleep}>
            {t('sleep.add', { minutes: EXTENSION_MINUTES })}
          </button>
          <button type="button" className={notice.action} onClick={() => sleepTimer.setState({ timer: off })}>
            {t('sleep.clear')}
          </button>
        </p>
      )}
    </div>
  )
}
