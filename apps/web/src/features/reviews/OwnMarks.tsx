import type { ReactNode } from 'react'

import { isMember, openAccount, useSession } from '#features/accounts/index.ts'
import { later } from '#lib/lazy.tsx'
import controls from '#ui/controls.module.css'
import { PartMissing } from '#ui/PartMissing.tsx'

import css from './OwnMarks.module.css'
import type { PanelProps } from './MarksPanel.tsx'

const MarksPanel = later(() => import('./MarksPanel.tsx'), PartMissing)

/**
 * The visitor's own part of a work's page: what members keep about it, and to everybody else the way to become one.
 *
 * @param children  what the way there is called
 */
export function OwnMarks({ children, ...panel }: PanelProps & { children: ReactNode }) {
  const { user, token } = useSession()
  return (
    <div className={css.place}>
      {isMember(user) ? (
        <MarksPanel {...panel} />
      ) : user || token === null ? (
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
      ) : null}
    </div>
  )
}
