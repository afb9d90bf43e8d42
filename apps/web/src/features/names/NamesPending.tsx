import '#i18n/on-demand/deferred-texts.ts'

import { useTranslation } from '#i18n/use-translation.ts'

import controls from '#ui/controls.module.css'
import skeleton from '#ui/Skeleton.module.css'

import type { NameKind } from './name-kinds.ts'
import grid from './NameGrid.module.css'
import { NamesHead } from './NamesHead.tsx'
import type { NamesSearch } from './names-search.ts'

const LINES = Array.from({ length: 40 }, (_, index) => index)

/** The screen while loading. */
export function NamesPending({ kind, search }: { kind: NameKind; search: NamesSearch }) {
  const { t } = useTranslation('names')
  return (
    <>
      <NamesHead kind={kind} search={search} total="" />
      <p className={controls.hidden} role="status">
        {t('loading')}
      </p>
      <div className={grid.frame}>
        <ul className={grid.grid} aria-hidden="true">
          {LINES.map((line) => (
            <li key={line} className={grid.blank}>
              <span className={skeleton.skeleton} />
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
