import { useState, type ReactNode } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'

import { LinkEmail } from './LinkEmail.tsx'
import { isMember, openAccount, useUser } from '../session/session.store.ts'
import { UnlinkEmail } from './UnlinkEmail.tsx'
import { useServerFacts } from '../use-server-facts.ts'

/** Links a mail address to the account, or unlinks the present one. */
export default function EmailDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('accounts')
  const user = useUser()
  const hasMail = useServerFacts()?.mail !== false
  // Its mode when opened: it stays open after the change.
  const [isUnlinking] = useState(user !== null && user.email !== null)
  const title = isUnlinking ? t('unlinkEmail.title') : t('linkEmail.title')
  return (
    <Dialog title={title} onClose={onClose}>
      {!user || !isMember(user) ? (
        <Refusal text={user ? t('linkEmail.guest') : t('linkEmail.loggedOut')}>
          <button type="button" className={controls.primary} data-first="" onClick={() => openAccount('logIn')}>
            {t('logIn.submit')}
          </button>
        </Refusal>
      ) : isUnlinking ? (
        <UnlinkEmail user={user} onClose={onClose} />
      ) : hasMail ? (
        <LinkEmail user={user} onClose={onClose} />
      ) : (
        <Refusal text={t('settings.email.off')}>
          <button type="button" className={controls.button} data-first="" onClick={onClose}>
            {t('close')}
          </button>
        </Refusal>
      )}
    </Dialog>
  )
}

function Refusal({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={forms.form}>
      <p role="alert">{text}</p>
      {children}
    </div>
  )
}
