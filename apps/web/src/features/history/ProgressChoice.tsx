import '#i18n/on-demand/history-texts.ts'

import { isMember, useUser } from '#features/accounts/index.ts'
import { finishings, useSettings } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Choice } from '#ui/Choice.tsx'
import { Switch } from '#ui/Switch.tsx'

/** Whether listening sets a member's progress. */
export function ProgressChoice() {
  const { t } = useTranslation('history')
  const { marksListening, marksListened } = useSettings()
  if (!isMember(useUser())) return null
  return (
    <>
      <Switch
        label={t('marksListening.label')}
        hint={t('marksListening.text')}
        isOn={marksListening}
        onChange={(isOn) => useSettings.setState({ marksListening: isOn })}
      />
      <Choice
        isRow
        label={t('marksListened.label')}
        hint={t('marksListened.text')}
        name="marks-listened"
        options={finishings.map((finishing) => ({ value: finishing, label: t(`marksListened.${finishing}`) }))}
        value={marksListened}
        onChange={(finishing) => useSettings.setState({ marksListened: finishing })}
      />
    </>
  )
}
