import type { User } from '@otodana/contract'

import { openAccount, useSession } from '../session/session.store.ts'

/** Asks for a login, and continues after it, unless the dialog is closed. */
export function afterLogin(goOn: (user: User) => void): void {
  openAccount('logIn')
  const end = useSession.subscribe(({ user, open, token }) => {
    if (user === null && (open !== null || token !== null)) return
    end()
    if (user !== null) goOn(user)
  })
}
