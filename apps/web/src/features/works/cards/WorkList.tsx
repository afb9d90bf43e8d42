import type { Work } from '@otodana/contract'
import { useContext, useRef, type ReactNode } from 'react'

import type { DisplayMode } from '#features/settings/index.ts'
import { isMember, useUser } from '#features/accounts/index.ts'
import { useEarlyTap } from '#lib/head-scripts/early-tap.ts'

import controls from '#ui/controls.module.css'

import { CardActions } from './card-actions.ts'
import { WorkCard } from './WorkCard.tsx'
import css from './WorkList.module.css'
import { usePlayWork } from './use-play-work.ts'
import { useRovingFocus } from './use-roving-focus.ts'
import { useWorkWords } from './work-words.ts'

/** About two rows of the widest screen; a phone shows the first two. */
const EAGER_COVERS = 8
const FIRST_COVERS = 2

type Props = {
  works: readonly Work[]
  mode: DisplayMode
  /** Content below a work's card. */
  below?: ((work: Work) => ReactNode) | undefined
  /** Whether that is a button, which is at the end of a row rather than below it. */
  isBelowButton?: boolean
}

export function WorkList({ works, mode, below, isBelowButton = false }: Props) {
  const words = useWorkWords()
  const { play, busyId } = usePlayWork()
  const list = useRef<HTMLUListElement>(null)
  useRovingFocus(list)
  useEarlyTap()
  const Actions = useContext(CardActions)
  const shownActions = isMember(useUser()) ? Actions : null
  return (
    <>
      <a className={controls.skip} href="#after-list">
        {words.t('skipList')}
      </a>
      <ul ref={list} className={css.list} data-mode={mode} data-buttons={isBelowButton ? '' : undefined}>
        {works.map((work, index) => (
          <li key={work.id} id={`work-${work.id}`} className={below && css.withMore}>
            <WorkCard
              work={work}
              words={words}
              mode={mode}
              loading={loadingOf(index)}
              isBusy={work.id === busyId}
              onPlay={play}
              Actions={shownActions}
            />
            {below?.(work)}
          </li>
        ))}
      </ul>
      <span id="after-list" className={css.end} tabIndex={-1} />
    </>
  )
}

function loadingOf(index: number) {
  if (index < FIRST_COVERS) return 'first'
  return index < EAGER_COVERS ? 'eager' : 'lazy'
}
