import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { focusNow } from '#lib/browser/focus.ts'
import { showUnsent, useUnsent } from '#lib/unsent.store.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import { GaugeIcon, LogOutIcon, SettingsIcon, UnsentIcon } from '#ui/icons/deferred-icons.ts'

import css from './AccountMenu.module.css'
import { useUser } from '../session/session.store.ts'
import { useAccount } from '../session/use-owner.ts'
import { signOut } from '../login/sign-in.ts'
import { useSignOutQuestion } from '../login/sign-out-question.ts'
import { KeptLoss } from './KeptLoss.tsx'
import { Who } from './Who.tsx'

type Props = {
  /** Asks for the logout at once. */
  isLeaving: boolean
  onClose: () => void
}

/** The user, and actions on the account. */
export function AccountMenu({ isLeaving: isOnlyLeaving, onClose }: Props) {
  const { t } = useTranslation('accounts')
  const user = useUser()
  const account = useAccount()
  const [isLeaving, setLeaving] = useState(isOnlyLeaving)
  const renderQuestion = useSignOutQuestion((asked) => asked.renderQuestion)
  const unsent = useUnsent(({ count }) => count)
  const handleStay = isOnlyLeaving ? onClose : () => setLeaving(false)
  if (!user) return null
  const loss = account === null ? null : <KeptLoss owner={account} />
  return (
    <Dialog title={t('menu.title')} variant={isOnlyLeaving ? 'card' : 'menu'} onClose={onClose}>
      <Who user={user} />
      {isLeaving && renderQuestion ? (
        renderQuestion({ loss, onCancel: handleStay, onSignOut: () => signOut() })
      ) : isLeaving ? (
        <div className={css.question} role="group" aria-labelledby="log-out-question">
          <p id="log-out-question">{t('menu.confirm', { name: user.name })}</p>
          {loss}
          <div className={css.answers}>
            <button type="button" className={controls.button} onClick={handleStay}>
              {t('menu.cancel')}
            </button>
            <button ref={focusNow} type="button" className={controls.primary} onClick={() => signOut()}>
              {t('menu.logOut')}
            </button>
          </div>
        </div>
      ) : (
        <ul className={css.actions}>
          {unsent > 0 ? (
            <li>
              <button
                type="button"
                className={css.action}
                aria-haspopup="dialog"
                onClick={() => {
                  onClose()
                  showUnsent()
                }}
              >
                <UnsentIcon size="1.5em" />
                {t('menu.unsent', { count: unsent })}
              </button>
            </li>
          ) : null}
          <li>
            <a className={css.action} href="/settings#account" onClick={onClose} data-first="">
              <SettingsIcon size="1.5em" />
              {t('menu.settings')}
            </a>
          </li>
          {user.group === 'administrator' ? (
            <li>
              <a className={css.action} href="/admin" onClick={onClose}>
                <GaugeIcon size="1.5em" />
                {t('menu.administration')}
              </a>
            </li>
          ) : null}
          <li>
            <button type="button" className={css.action} onClick={() => setLeaving(true)}>
              <LogOutIcon size="1.5em" />
              {t('menu.logOut')}
            </button>
          </li>
        </ul>
      )}
    </Dialog>
  )
}
