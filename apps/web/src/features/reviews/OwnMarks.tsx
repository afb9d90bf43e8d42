import { isMember, useUser } from '#features/accounts/index.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import css from './OwnMarks.module.css'
import type { PanelProps } from './MarksPanel.tsx'

const MarksPanel = lazyComponent(() => import('./MarksPanel.tsx'), PartMissing)

/** A member's marks for a work, on its page; other visitors do not have this part. */
export function OwnMarks(panel: PanelProps) {
  const user = useUser()
  // Until it is known who is there, the room is kept for who has logged in.
  if (user && !isMember(user)) return null
  return <div className={css.place}>{isMember(user) ? <MarksPanel {...panel} /> : null}</div>
}
