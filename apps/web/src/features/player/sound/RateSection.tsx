import { useTranslation } from '#i18n/use-translation.ts'
import { Choice } from '#ui/Choice.tsx'

import { rates } from '../engine/loudness.ts'
import { player } from '../player.ts'
import { usePlayer } from '../use-player.ts'

/** Sets the playback speed. */
export function RateSection() {
  const { t } = useTranslation('player')
  const rate = usePlayer((state) => state.rate)
  return (
    <Choice
      label={t('rate.label')}
      name="rate"
      options={rates.map((each) => ({ value: String(each), label: t('rate.value', { rate: each }) }))}
      value={String(rate)}
      onChange={(chosen) => player.setRate(Number(chosen))}
    />
  )
}
