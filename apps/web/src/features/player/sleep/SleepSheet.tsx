import '#i18n/on-demand/player-texts.ts'

import { useTranslation } from '#i18n/use-translation.ts'
import { Dialog } from '#ui/Dialog.tsx'

import { SleepSection } from './SleepSection.tsx'

export default function SleepSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('player')
  return (
    <Dialog variant="sheet" title={t('sleep.label')} onClose={onClose}>
      <SleepSection />
    </Dialog>
  )
}
