import '#i18n/on-demand/player-texts.ts'

import { useTranslation } from '#i18n/use-translation.ts'
import { Dialog } from '#ui/Dialog.tsx'

import { LoudnessSection } from './LoudnessSection.tsx'
import { QualitySection } from './QualitySection.tsx'
import { RateSection } from './RateSection.tsx'
import styles from './SoundSheet.module.css'
import { openSheet } from '../sheets.ts'

/** Volume, speed and quality. */
export default function SoundSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('player')
  return (
    <Dialog variant="sheet" title={t('sound.title')} onClose={onClose}>
      <LoudnessSection />
      <RateSection />
      <QualitySection />
      <button type="button" className={styles.keys} onClick={() => openSheet('shortcuts')}>
        {t('keys.title')}
      </button>
    </Dialog>
  )
}
