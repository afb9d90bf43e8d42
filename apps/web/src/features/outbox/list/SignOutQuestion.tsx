import { type ReactNode, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { useUnsent } from '#lib/unsent.store.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'

import { outbox } from '../outbox.ts'

type Props = {
  /** What else signing out removes from this device. */
  loss: ReactNode
  onCancel: () => void
  onSignOut: () => void
}

/** Asks what becomes of changes that are not yet sent when a member signs out. */
export function SignOutQuestion({ loss, onCancel, onSignOut }: Props) {
  const { t } = useTranslation('outbox')
  const count = useUnsent((unsent) => unsent.count)
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  async function handleSend() {
    if (isBusy) return
    setBusy(true)
    setFailed(false)
    // Whatever goes wrong shows in what still waits.
    await outbox.tryNow().catch(() => undefined)
    setBusy(false)
    if (useUnsent.getState().count === 0) onSignOut()
    else setFailed(true)
  }

  return (
    <div className={forms.form} role="group" aria-labelledby="unsent-question">
      <p id="unsent-question">{t('signOut.text', { count })}</p>
      {loss}
      {hasFailed ? (
        <p className={forms.failure} role="alert">
          {t('signOut.failed')}
        </p>
      ) : null}
      <div className={forms.actions}>
        <button type="button" className={controls.button} onClick={onCancel}>
          {t('signOut.cancel')}
        </button>
        <button type="button" className={`${controls.button} ${forms.danger}`} onClick={onSignOut}>
          {t('signOut.discard')}
        </button>
        <button
          type="button"
          className={controls.primary}
          data-first=""
          aria-disabled={isBusy}
          onClick={() => void handleSend()}
        >
          {isBusy ? t('sending') : t('signOut.send')}
        </button>
      </div>
    </div>
  )
}
