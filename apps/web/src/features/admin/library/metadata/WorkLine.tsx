import type { ReactNode } from 'react'

import css from './WorkLine.module.css'

type Props = { workId: number; code: string; title: string; children: ReactNode }

/** A work in a list, with what there is to say of its lookup. */
export function WorkLine({ workId, code, title, children }: Props) {
  return (
    <li className={css.work}>
      <p className={css.line}>
        <a className={css.code} href={`/work/${workId}`}>
          {code}
        </a>
        {title === code ? null : (
          <span className={css.title} title={title}>
            {title}
          </span>
        )}
      </p>
      <p className={css.note}>{children}</p>
    </li>
  )
}
