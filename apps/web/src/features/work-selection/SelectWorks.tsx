import { useState } from 'react'

import { isMember, useUser } from '#features/accounts/index.ts'
import type { ShownList } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import controls from '#ui/controls.module.css'
import { PartMissing } from '#ui/PartMissing.tsx'

const WorkSelection = lazyComponent(() => import('./WorkSelection.tsx'), PartMissing)

/** For members: selects works of a list, to change them together. */
export function SelectWorks({ list }: { list: ShownList }) {
  const { t } = useTranslation('works')
  const [isOpen, setOpen] = useState(false)
  const [attempt, setAttempt] = useState(0)
  if (!isMember(useUser())) return null
  return (
    <>
      <button
        type="button"
        className={controls.button}
        aria-pressed={isOpen}
        onClick={() => {
          setAttempt(attempt + 1)
          setOpen(!isOpen)
        }}
      >
        {t('select')}
      </button>
      {isOpen ? <WorkSelection attempt={attempt} list={list} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
