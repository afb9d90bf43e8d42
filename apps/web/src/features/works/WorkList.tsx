import type { Work } from '@otodana/contract'

import { WorkCard } from './WorkCard.tsx'
import css from './WorkList.module.css'
import { useWorkWords } from './work-words.ts'
import type { DisplayMode } from './works-search.ts'

/** About two rows of the widest screen; a phone sees the first two. */
const EAGER_COVERS = 8
const FIRST_COVERS = 2

export function WorkList({ works, mode }: { works: readonly Work[]; mode: DisplayMode }) {
  const words = useWorkWords()
  return (
    <ul className={css.list} data-mode={mode}>
      {works.map((work, index) => (
        <li key={work.id}>
          <WorkCard work={work} words={words} mode={mode} loading={loadingOf(index)} />
        </li>
      ))}
    </ul>
  )
}

function loadingOf(index: number) {
  if (index < FIRST_COVERS) return 'first'
  return index < EAGER_COVERS ? 'eager' : 'lazy'
}
