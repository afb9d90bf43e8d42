import { useState } from 'react'

import { useSettings } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import forms from '#ui/forms.module.css'

import { askForMotion, hasMotionSensor } from './motion-sensor.ts'
import { EXTENSION_MINUTES } from './sleep-timer.ts'

/** Only on devices with a motion sensor. */
export function ShakeChoice() {
  const { t } = useTranslation('player')
  const isOn = useSettings(({ shakeToExtend }) => shakeToExtend)
  const [isRefused, setRefused] = useState(false)

  async function handleChange(isWanted: boolean) {
    const isAllowed = !isWanted || (await askForMotion())
    setRefused(!isAllowed)
    if (isAllowed) useSettings.setState({ shakeToExtend: isWanted })
  }

  if (!hasMotionSensor()) return null
  return (
    <div>
      <Checkbox
        label={t('sleep.shake', { minutes: EXTENSION_MINUTES })}
        hint={t('sleep.shakeText')}
        isOn={isOn}
        onChange={(isWanted) => void handleChange(isWanted)}
      />
      <div role="alert">{isRefused && <p className={forms.problem}>{t('sleep.shakeRefused')}</p>}</div>
    </div>
  )
}
