import { useTranslation } from '#i18n/use-translation.ts'
import { Choice } from '#ui/Choice.tsx'
import { Switch } from '#ui/Switch.tsx'

import { SecondsChoice } from './SecondsChoice.tsx'
import { playerStyles, useSettings } from '../settings.store.ts'

/** Settings of the player's layout and controls. */
export function PlayerSettings() {
  const { t } = useTranslation('settings')
  const { playerStyle, rewindSeekTime, forwardSeekTime } = useSettings()
  const { keepScreenOn, enableAntiScreenBurnin, keyboardShortcuts } = useSettings()
  return (
    <>
      <Choice
        isRow
        label={t('playerStyle.label')}
        name="player-style"
        options={playerStyles.map((style) => ({ value: style, label: t(`playerStyle.${style}`) }))}
        value={playerStyle}
        onChange={(style) => useSettings.setState({ playerStyle: style })}
      />
      <SecondsChoice
        label={t('rewindSeekTime')}
        name="rewind-seek-time"
        presets={[3, 5, 10, 15, 30]}
        seconds={rewindSeekTime}
        onChange={(seconds) => useSettings.setState({ rewindSeekTime: seconds })}
      />
      <SecondsChoice
        label={t('forwardSeekTime')}
        name="forward-seek-time"
        presets={[5, 10, 15, 30, 60, 90]}
        seconds={forwardSeekTime}
        onChange={(seconds) => useSettings.setState({ forwardSeekTime: seconds })}
      />
      <Switch
        label={t('keepScreenOn.label')}
        hint={t('keepScreenOn.text')}
        isOn={keepScreenOn}
        onChange={(isOn) => useSettings.setState({ keepScreenOn: isOn })}
      />
      <Switch
        label={t('enableAntiScreenBurnin.label')}
        hint={t('enableAntiScreenBurnin.text')}
        isOn={enableAntiScreenBurnin}
        onChange={(isOn) => useSettings.setState({ enableAntiScreenBurnin: isOn })}
      />
      <Switch
        label={t('keyboardShortcuts.label')}
        hint={t('keyboardShortcuts.text')}
        isOn={keyboardShortcuts}
        onChange={(isOn) => useSettings.setState({ keyboardShortcuts: isOn })}
      />
    </>
  )
}
