import { useEffect, useEffectEvent } from 'react'

import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { toast, useToasts } from '#ui/toast.ts'
import controls from '#ui/controls.module.css'
import { InNoticePlace, Notice } from '#ui/Notice.tsx'

import { openAccount, useSession, type Notice as Told } from './session/session.store.ts'

const dismiss = () => useSession.setState({ notice: null })

/** Shows toasts for account actions, and a notice that a login is needed until it is dismissed. */
export function Notices() {
  const { t } = useTranslation('accounts')
  const { notice: told, user } = useSession()
  const pass = useEffectEvent((passing: Told) => {
    if (passing.kind === 'loginNeeded') return
    if (passing.kind === 'done') toast(t(`done.${passing.done}`, { name: user?.name ?? '' }))
    else toastOnce(t('tip.slowed'))
    dismiss()
  })
  useEffect(() => {
    if (told) pass(told)
  }, [told])
  return told?.kind === 'loginNeeded' ? <LoginNeeded told={told} /> : null
}

/** Many calls may be slowed down at once. */
function toastOnce(text: string): void {
  if (!useToasts.getState().toasts.some((one) => one.text === text)) toast(text)
}

function LoginNeeded({ told }: { told: Extract<Told, { kind: 'loginNeeded' }> }) {
  const { t } = useTranslation('accounts')
  const text = useErrorText(told.error)
  return (
    <InNoticePlace>
      <Notice text={text} isUrgent closeLabel={t('close')} onClose={dismiss} occasion={told}>
        <button
          type="button"
          className={controls.primary}
          onClick={() => {
            dismiss()
            openAccount('logIn')
          }}
        >
          {t('logIn.submit')}
        </button>
      </Notice>
    </InNoticePlace>
  )
}
