import { useId } from 'react'

import { qualityBehaviors, useSettings } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Choice } from '#ui/Choice.tsx'

import styles from './QualitySection.module.css'
import { useCurrentTrack, usePlayer } from '../use-player.ts'

/** Chooses the preferred stream and shows which one plays: not every track has both. */
export function QualitySection() {
  const { t } = useTranslation('player')
  const behavior = useSettings(({ qualityBehavior }) => qualityBehavior)
  const track = useCurrentTrack()
  const stream = usePlayer((state) => state.stream)
  const note = useId()
  const hasOriginalOnly = track?.lowQualityUrl === ''
  const hasStreamOnly = track?.isStreamOnly === true && !hasOriginalOnly
  const heard = hasOriginalOnly ? 'only' : hasStreamOnly && stream === 'smooth' ? 'streamOnly' : stream
  return (
    <section>
      <Choice
        label={t('quality.label')}
        name="quality"
        options={qualityBehaviors.map((each) => ({
          value: each,
          label: t(`quality.${each}`),
          isDisabled: each === 'fluentFirst' ? hasOriginalOnly : hasStreamOnly,
        }))}
        // The preference is kept for tracks that have both.
        value={hasOriginalOnly ? 'qualityFirst' : hasStreamOnly ? 'fluentFirst' : behavior}
        describedBy={note}
        onChange={(qualityBehavior) => useSettings.setState({ qualityBehavior })}
      />
      <p id={note} role="status" className={styles.now}>
        {track && t(`quality.now.${heard}`)}
      </p>
    </section>
  )
}
