import '#i18n/on-demand/player-texts.ts'

import { useTranslation } from '#i18n/use-translation.ts'
import { Dialog } from '#ui/Dialog.tsx'

import { LoudnessSection } from './LoudnessSection.tsx'
import { QualitySection } from './QualitySection.tsx'
import { RateSection } from './RateSection.tsx'
import { SleepSection } from '../sleep/SleepSection.tsx'
import styles from './SoundSheet.module.css'
import { openSheet } from '../sheets.ts'

type Props = {
  /** Shows the sleep timer only. */
  isOfSleep: boolean
  onClose: () => void
}

/** Volume, speed, sleep timer and quality. */
export default function SoundSheet({ isOfSleep, onClose }: Props) {
  const { t } = useTranslation('player')
  if (isOfSleep)
    return (
      <Dialog variant="sheet" title={t('sleep.label')} onClose={onClose}>
        <SleepSection isTitled />
      </Dialog>
    )
  return (
    <Dialog variant="sheet" title={t('sound.title')} onClose={onClose}>
      <LoudnessSection />
      <RateSection />
      <SleepSection />
      {/* Last: seldom changed, and the full player has a button for it. */}
      <QualitySection />
      <button type="button" className={styles.keys} onClick={() => openSheet('shortcuts')}>
        {t('keys.title')}
      </button>
    </Dialog>
  )
}
