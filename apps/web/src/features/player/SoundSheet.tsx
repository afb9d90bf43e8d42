import '#i18n/player-texts.ts'

import { useTranslation } from '#i18n/use-translation.ts'

import { LoudnessSection } from './LoudnessSection.tsx'
import { QualitySection } from './QualitySection.tsx'
import { RateSection } from './RateSection.tsx'
import { SleepSection } from './SleepSection.tsx'
import styles from './SoundSheet.module.css'
import { openSheet } from './sheets.ts'
import { Sheet } from './Sheet.tsx'

/** How it sounds, and for how long. */
export default function SoundSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('player')
  return (
    <Sheet title={t('sound.title')} onClose={onClose}>
      <LoudnessSection />
      <QualitySection />
      <RateSection />
      <SleepSection />
      <button type="button" className={styles.keys} onClick={() => openSheet('shortcuts')}>
        {t('keys.title')}
      </button>
    </Sheet>
  )
}
