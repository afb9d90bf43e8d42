import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'

import css from './TagRulesDialog.module.css'

const rules = ['content', 'against', 'help', 'everybody'] as const

type Props = {
  /** Called on confirmation, before `onClose`. */
  onConfirm: () => void
  onClose: () => void
}

/** The voting rules, confirmed before the first vote. */
export function TagRulesDialog({ onConfirm, onClose }: Props) {
  const { t } = useTranslation('tag-votes')
  return (
    <Dialog title={t('rules.title')} onClose={onClose}>
      <ul className={css.rules}>
        {rules.map((rule) => (
          <li key={rule}>{t(`rules.${rule}`)}</li>
        ))}
      </ul>
      <button
        type="button"
        className={controls.primary}
        data-first=""
        onClick={() => {
          onConfirm()
          onClose()
        }}
      >
        {t('rules.confirm')}
      </button>
    </Dialog>
  )
}
