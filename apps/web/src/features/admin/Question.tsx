import { useId } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { focusNow } from '#lib/browser/focus.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'

import css from './Question.module.css'
import section from './Section.module.css'

type Props = {
  text: string
  confirmLabel: string
  isBusy: boolean
  /** Whether nothing is lost by it. */
  isHarmless?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Replaces a pressed button by a confirmation, as for an irreversible action. */
export function Question({ text, confirmLabel, isBusy, isHarmless = false, onConfirm, onCancel }: Props) {
  const { t } = useTranslation('admin')
  const id = useId()
  return (
    <div className={css.question} role="group" aria-labelledby={id}>
      <p id={id}>{text}</p>
      <div className={section.row}>
        <button ref={focusNow} type="button" className={controls.button} onClick={onCancel}>
          {t('cancel')}
        </button>
        <button
          type="button"
          className={isHarmless ? controls.primary : `${controls.button} ${forms.danger}`}
          aria-disabled={isBusy}
          onClick={onConfirm}
        >
          {confirmLabel}
        </button>
      </div>
    </div>
  )
}
