import { useStore } from 'zustand'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatTime } from '#lib/format/format-time.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { MoonIcon } from '#ui/icons/deferred-icons.ts'

import controls from '../controls/controls.module.css'
import { Caption, type Captioned } from '../controls/Caption.tsx'
import { openSheet } from '../sheets.ts'
import { sleepTimer } from './sleep-timer.store.ts'
import { useSleepText } from './use-sleep-text.ts'

/**
 * Opens the sleep timer, and shows the time left below the moon. The name says when it pauses, which does not change
 * every second.
 */
export function SleepButton({ caption }: Captioned) {
  const { t } = useTranslation('player')
  const isOn = useStore(sleepTimer, ({ timer }) => timer.kind !== 'off')
  const left = useStore(sleepTimer, ({ secondsLeft }) => secondsLeft)
  const text = useSleepText(left)
  return (
    <IconButton
      label={isOn ? t('sleep.button', { text }) : t('sleep.label')}
      aria-haspopup="dialog"
      className={isOn ? `${controls.captioned} ${controls.chosen}` : controls.captioned}
      onClick={() => openSheet('sleep')}
    >
      <MoonIcon />
      <Caption text={left === null ? caption : formatTime(left)} />
    </IconButton>
  )
}
