import type { User } from '@otodana/contract'

import { openAccount, useSession } from '../session/session.store.ts'

/** Asks for a login, and continues after it; not when the dialog is closed without one. */
export function afterLogin(goOn: (user: User) => void): void {
  openAccount('logIn')
  const end = useSession.subscribe(({ user, open, token }) => {
    if (user === null && (open !== null || token !== null)) return
    end()
    if (user !== null) goOn(user)
  })
}
