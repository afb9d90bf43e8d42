import { useTranslation } from '#i18n/use-translation.ts'
import { formatSize } from '#lib/format/format-size.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'

import { removeKept } from '../actions.ts'
import type { KeptEntry } from '../kept.store.ts'

/** Asks before a work is removed from this device. */
export default function RemoveKeptDialog({ entry, onClose }: { entry: KeptEntry; onClose: () => void }) {
  const { t } = useTranslation('kept')
  return (
    <Dialog title={t('removeDialog.title')} onClose={onClose}>
      <p>
        {t('removeDialog.text', {
          title: shownName(entry.work.title),
          size: formatSize(entry.sum.receivedBytes),
        })}
      </p>
      <div className={forms.actions}>
        <button type="button" className={controls.button} onClick={onClose}>
          {t('removeDialog.no')}
        </button>
        <button
          type="button"
          className={`${controls.button} ${forms.danger}`}
          data-first=""
          onClick={() => {
            onClose()
            void removeKept([entry])
          }}
        >
          {t('removeDialog.yes')}
        </button>
      </div>
    </Dialog>
  )
}
