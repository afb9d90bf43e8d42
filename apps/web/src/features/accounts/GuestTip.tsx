import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import { useUser } from './session/session.store.ts'

const Tip = lazyComponent(() => import('./Tip.tsx'), PartMissing)

/** Stands beneath lists; tells guests that they are slowed down. */
export function GuestTip() {
  return useUser()?.group === 'guest' ? <Tip /> : null
}
