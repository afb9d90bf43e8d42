import { EditionChoices } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Dialog } from '#ui/Dialog.tsx'

import css from './EditionsDialog.module.css'

/** The settings for works in several languages, beside the list that they change. */
export default function EditionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('works')
  return (
    <Dialog title={t('editionChoices')} onClose={onClose}>
      <div className={css.choices}>
        <EditionChoices />
      </div>
    </Dialog>
  )
}
