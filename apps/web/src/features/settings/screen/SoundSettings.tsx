import { useTranslation } from '#i18n/use-translation.ts'
import { Choice } from '#ui/Choice.tsx'
import { Switch } from '#ui/Switch.tsx'

import { qualityBehaviors, useSettings } from '../settings.store.ts'

const prefetchChoices = [0, 50, 100, 300]

/** Quality, loudness and prefetching. */
export function SoundSettings() {
  const { t } = useTranslation('settings')
  const { qualityBehavior, prefetchMegabytes, evenLoudness } = useSettings()
  // An imported file may contain another number.
  const offered = [...new Set([...prefetchChoices, prefetchMegabytes])].sort((a, b) => a - b)
  return (
    <>
      <Choice
        isRow
        label={t('qualityBehavior.label')}
        hint={t('qualityBehavior.text')}
        name="quality-behavior"
        options={qualityBehaviors.map((behavior) => ({ value: behavior, label: t(`qualityBehavior.${behavior}`) }))}
        value={qualityBehavior}
        onChange={(behavior) => useSettings.setState({ qualityBehavior: behavior })}
      />
      <Choice
        isRow
        label={t('prefetch.label')}
        hint={t('prefetch.text')}
        name="prefetch"
        options={offered.map((megabytes) => ({
          value: String(megabytes),
          label: megabytes === 0 ? t('prefetch.off') : t('prefetch.megabytes', { megabytes }),
        }))}
        value={String(prefetchMegabytes)}
        onChange={(megabytes) => useSettings.setState({ prefetchMegabytes: Number(megabytes) })}
      />
      <Switch
        label={t('evenLoudness.label')}
        hint={t('evenLoudness.text')}
        isOn={evenLoudness}
        onChange={(isOn) => useSettings.setState({ evenLoudness: isOn })}
      />
    </>
  )
}
