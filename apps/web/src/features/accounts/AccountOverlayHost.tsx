import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import { openAccount, useSession } from './session/session.store.ts'

const AccountOverlay = lazyComponent(() => import('./AccountOverlay.tsx'), PartMissing)

/** In the address of a page, opens the login over it. */
export const LOGIN_HASH = 'login'

/** Loads the account dialogs and notices when first needed, and retries on each opening. */
export function AccountOverlayHost() {
  const wanted = useSession(({ open, notice }) => open ?? notice)
  const [shown, setShown] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  useLoginHash()
  if (wanted !== shown) {
    setShown(wanted)
    if (wanted !== null) setAttempt(attempt + 1)
  }
  return attempt > 0 ? <AccountOverlay attempt={attempt} onClose={closeAccount} /> : null
}

const closeAccount = () => useSession.setState({ open: null })

/** Opens the login of an address, unless the visitor is logged in, and takes it off the address. */
function useLoginHash(): void {
  const router = useRouter()
  const isAsked = useLocation({ select: ({ hash }) => hash === LOGIN_HASH })
  useEffect(() => {
    async function open() {
      const href = router.latestLocation.publicHref.replace(/#.*/, '')
      // Before the dialog, which adds an entry to the history.
      await router.navigate({ href, replace: true, resetScroll: false })
      if (useSession.getState().token === null) openAccount('logIn')
    }
    if (isAsked) void open()
  }, [router, isAsked])
}
