import { useCallback, useState } from 'react'

import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { Icon } from '#ui/Icon.tsx'
import notice from '#ui/PartMissing.module.css'
import Toast, { type Said } from '#ui/Toast.tsx'

import { openAccount, useSession, type Notice } from './session.store.ts'

const dismiss = () => useSession.setState({ notice: null })

/** Says in passing what has been done, and until it is dismissed that a login is needed. */
export function Notices() {
  const { t } = useTranslation('accounts')
  const { notice: told, user } = useSession()
  // Said once, in the words of that moment: another name a moment later changes nothing of it.
  const [last, setLast] = useState<Notice | null>(null)
  const [said, setSaid] = useState<Said | null>(null)
  if (told !== last) {
    setLast(told)
    if (told?.kind === 'done') setSaid({ text: t(`done.${told.done}`, { name: user?.name ?? '' }) })
    else if (told?.kind === 'slowed') setSaid({ text: t('tip.slowed') })
    else setSaid(null)
  }
  const handleGone = useCallback(() => {
    setSaid(null)
    dismiss()
  }, [])
  return (
    <>
      {told?.kind === 'loginNeeded' ? <LoginNeeded error={told.error} /> : null}
      <Toast said={said} onGone={handleGone} />
    </>
  )
}

function LoginNeeded({ error }: { error: Error }) {
  const { t } = useTranslation('accounts')
  const text = useErrorText(error)
  return (
    <div className={notice.notice} role="alert">
      <p className={notice.text}>{text}</p>
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
      <button type="button" className={controls.iconButton} aria-label={t('close')} onClick={dismiss}>
        <Icon name="close" />
      </button>
    </div>
  )
}
