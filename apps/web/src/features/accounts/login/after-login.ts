import type { User } from '@otodana/contract'

import { openAccount, useSession } from '../session/session.store.ts'

/** Asks for a login, and goes on once somebody has logged in; not at all, if the dialog is closed without. */
export function afterLogin(goOn: (user: User) => void): void {
  openAccount('logIn')
  const end = useSession.subscribe(({ user, open, token }) => {
    if (user === null && (open !== null || token !== null)) return
    end()
    if (user !== null) goOn(user)
  })
}
