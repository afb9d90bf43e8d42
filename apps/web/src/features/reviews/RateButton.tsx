import type { ReactNode } from 'react'

import { isMember, openAccount, useSession } from '#features/accounts/index.ts'
import controls from '#ui/controls.module.css'

import css from './RateButton.module.css'

/** Beside a work's rating: a link to log in, for visitors without an account. */
export function RateButton({ children }: { children: ReactNode }) {
  const { user, token } = useSession()
  if (isMember(user) || (!user && token !== null)) return null
  return (
    <button
      type="button"
      className={`${controls.button} ${css.rate}`}
      data-guest={user ? '' : undefined}
      aria-haspopup="dialog"
      onClick={() => openAccount('logIn')}
    >
      <span aria-hidden="true">☆</span>
      {children}
    </button>
  )
}
