import '#i18n/on-demand/history-texts.ts'

import { isMember, useUser } from '#features/accounts/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Switch } from '#ui/Switch.tsx'

/** Whether listening sets a member's progress. */
export function ProgressChoice() {
  const { t } = useTranslation('history')
  const marksListening = useSettings((settings) => settings.marksListening)
  if (!isMember(useUser())) return null
  return (
    <Switch
      label={t('marksListening.label')}
      hint={t('marksListening.text')}
      isOn={marksListening}
      onChange={(isOn) => useSettings.setState({ marksListening: isOn })}
    />
  )
}
