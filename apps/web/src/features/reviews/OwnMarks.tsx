import { isMember, useUser } from '#features/accounts/index.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import css from './OwnMarks.module.css'
import type { PanelProps } from './MarksPanel.tsx'

const MarksPanel = lazyComponent(() => import('./MarksPanel.tsx'), PartMissing)

/** A member's marks on a work's page; hidden from other visitors. */
export function OwnMarks(panel: PanelProps) {
  const user = useUser()
  // Until the user is known, the space is reserved for logged-in members.
  if (user && !isMember(user)) return null
  return <div className={css.place}>{isMember(user) ? <MarksPanel {...panel} /> : null}</div>
}
