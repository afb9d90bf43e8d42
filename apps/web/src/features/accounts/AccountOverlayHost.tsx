import { useState } from 'react'

import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import { useSession } from './session/session.store.ts'

const AccountOverlay = lazyComponent(() => import('./AccountOverlay.tsx'), PartMissing)

/** Loads the account dialogs and notices when first needed, and retries on each opening. */
export function AccountOverlayHost() {
  const wanted = useSession(({ open, notice }) => open ?? notice)
  const [shown, setShown] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  if (wanted !== shown) {
    setShown(wanted)
    if (wanted !== null) setAttempt(attempt + 1)
  }
  return attempt > 0 ? <AccountOverlay attempt={attempt} /> : null
}
