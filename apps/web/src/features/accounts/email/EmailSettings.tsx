import type { User } from '@otodana/contract'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { TitledPart } from '#ui/TitledPart.tsx'

import { readPendingProof } from './pending-proof.ts'
import { refreshUser } from '../session/refresh-user.ts'
import { openAccount } from '../session/session.store.ts'
import { useServerFacts } from '../use-server-facts.ts'

/** The linked mail address, with a button to change it. */
export function EmailSettings({ user: { name, email } }: { user: User }) {
  const { t } = useTranslation('accounts')
  const { api } = useRouter().options.context
  const hasMail = useServerFacts()?.mail !== false
  useEffect(() => {
    const awaited = email === null ? readPendingProof('link', name) : null
    // The browser dropped the page while the member wrote the mail, or the mail arrived after the dialog was closed.
    if (awaited?.isOpen) openAccount('email')
    else if (awaited) void refreshUser(api)
  }, [api, name, email])

  const linked = email === null ? t('settings.email.none') : t('settings.email.linked', { email })
  const text = hasMail ? linked : email === null ? t('settings.email.off') : t('settings.email.linkedOff', { email })
  return (
    <TitledPart title={t('settings.email.title')} text={text}>
      {hasMail || email !== null ? (
        <button type="button" className={controls.button} aria-haspopup="dialog" onClick={() => openAccount('email')}>
          {email === null ? t('settings.email.link') : t('settings.email.unlink')}
        </button>
      ) : null}
    </TitledPart>
  )
}
