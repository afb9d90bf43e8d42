import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { focusNow } from '#lib/browser/focus.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import { Drawing } from '#ui/Icon.tsx'

import css from './AccountMenu.module.css'
import { useUser } from '../session/session.store.ts'
import { signOut } from '../login/sign-in.ts'
import { Who } from './Who.tsx'

const SETTINGS = 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h3'
const GAUGE = 'M4.5 18a9 9 0 1 1 15 0M12 14l4-5M12 14v.01'
const DOOR = 'M10 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h4M10 12h10M16.5 8l4 4-4 4'

type Props = {
  /** Whether the way out is all that is wanted, from wherever it is opened: the question is asked at once. */
  isLeaving: boolean
  onClose: () => void
}

/** Who is logged in, and what can be done with the account. */
export function AccountMenu({ isLeaving: isOnlyLeaving, onClose }: Props) {
  const { t } = useTranslation('accounts')
  const user = useUser()
  const [isLeaving, setLeaving] = useState(isOnlyLeaving)
  if (!user) return null
  return (
    <Dialog title={t('menu.title')} variant={isOnlyLeaving ? 'card' : 'menu'} onClose={onClose}>
      <Who user={user} />
      {isLeaving ? (
        <div className={css.question} role="group" aria-labelledby="log-out-question">
          <p id="log-out-question">{t('menu.confirm', { name: user.name })}</p>
          <div className={css.answers}>
            <button
              type="button"
              className={controls.button}
              onClick={isOnlyLeaving ? onClose : () => setLeaving(false)}
            >
              {t('menu.cancel')}
            </button>
            <button ref={focusNow} type="button" className={controls.primary} onClick={() => signOut()}>
              {t('menu.logOut')}
            </button>
          </div>
        </div>
      ) : (
        <ul className={css.actions}>
          <li>
            <a className={css.action} href="/settings#account" onClick={onClose} data-first="">
              <Drawing path={SETTINGS} />
              {t('menu.settings')}
            </a>
          </li>
          {user.group === 'administrator' ? (
            <li>
              <a className={css.action} href="/admin" onClick={onClose}>
                <Drawing path={GAUGE} />
                {t('menu.administration')}
              </a>
            </li>
          ) : null}
          <li>
            <button type="button" className={css.action} onClick={() => setLeaving(true)}>
              <Drawing path={DOOR} />
              {t('menu.logOut')}
            </button>
          </li>
        </ul>
      )}
    </Dialog>
  )
}
