import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'

type Props = { isOfDevice: boolean; onConfirm: () => void; onClose: () => void }

/** Asks before the whole history is removed. */
export default function ClearHistoryDialog({ isOfDevice, onConfirm, onClose }: Props) {
  const { t } = useTranslation('history')
  function handleConfirm() {
    onConfirm()
    onClose()
  }
  return (
    <Dialog title={t('clear.title')} onClose={onClose}>
      <p>{isOfDevice ? t('clear.device') : t('clear.account')}</p>
      <div className={forms.actions}>
        <button type="button" className={controls.button} onClick={onClose}>
          {t('clear.cancel')}
        </button>
        <button type="button" className={`${controls.button} ${forms.destroy}`} onClick={handleConfirm}>
          {t('clear.confirm')}
        </button>
      </div>
    </Dialog>
  )
}
