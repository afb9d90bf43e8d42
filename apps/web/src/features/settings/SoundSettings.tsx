import { useTranslation } from '#i18n/use-translation.ts'
import { Choice } from '#ui/Choice.tsx'

import { qualityBehaviors, useSettings } from './settings.store.ts'
import css from './SettingsScreen.module.css'

const prefetchChoices: readonly string[] = ['0', '50', '100', '300']

/** How the player's sound is made, and what it costs. */
export function SoundSettings() {
  const { t } = useTranslation('settings')
  const { qualityBehavior, prefetchMegabytes, evenLoudness } = useSettings()
  return (
    <>
      <div>
        <Choice
          label={t('qualityBehavior.label')}
          name="quality-behavior"
          options={qualityBehaviors.map((behavior) => ({ value: behavior, label: t(`qualityBehavior.${behavior}`) }))}
          value={qualityBehavior}
          onChange={(behavior) => useSettings.setState({ qualityBehavior: behavior })}
        />
        <p className={`${css.hint} ${css.below}`}>{t('qualityBehavior.text')}</p>
      </div>
      <div>
        <Choice
          label={t('prefetch.label')}
          name="prefetch"
          options={prefetchChoices.map((megabytes) => ({
            value: megabytes,
            label: megabytes === '0' ? t('prefetch.off') : t('prefetch.megabytes', { megabytes }),
          }))}
          value={String(prefetchMegabytes)}
          onChange={(megabytes) => useSettings.setState({ prefetchMegabytes: Number(megabytes) })}
        />
        <p className={`${css.hint} ${css.below}`}>{t('prefetch.text')}</p>
      </div>
      <label className={css.toggle}>
        <input
          type="checkbox"
          checked={evenLoudness}
          onChange={({ target }) => useSettings.setState({ evenLoudness: target.checked })}
        />
        <span>
          {t('evenLoudness.label')}
          <span className={css.hint}>{t('evenLoudness.text')}</span>
        </span>
      </label>
    </>
  )
}
