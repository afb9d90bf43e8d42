import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import { useUser } from './session/session.store.ts'

const Tip = lazyComponent(() => import('./Tip.tsx'), PartMissing)

/** A note below lists that guests are rate-limited. */
export function GuestTip() {
  return useUser()?.group === 'guest' ? <Tip /> : null
}
