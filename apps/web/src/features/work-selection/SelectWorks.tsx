import { useCallback, useEffect, useRef, useState } from 'react'

import { isMember, useUser } from '#features/accounts/index.ts'
import { type ShownList, useSelecting } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import controls from '#ui/controls.module.css'
import { PartMissing } from '#ui/PartMissing.tsx'

import { useFollowedEdit } from './followed-edit.ts'

const FollowedEdit = lazyComponent(() => import('./FollowedEdit.tsx'), PartMissing)
const WorkSelection = lazyComponent(() => import('./WorkSelection.tsx'), PartMissing)

/** For members: selects works of a list, to change them together. */
export function SelectWorks({ list }: { list: ShownList }) {
  const { t } = useTranslation('works')
  const [isOpen, setOpen] = useState(false)
  const [first, setFirst] = useState<number | null>(null)
  const [attempt, setAttempt] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const { id: followed } = useFollowedEdit()
  const isOffered = isMember(useUser()) && (list.total > 0 || isOpen)
  const open = useCallback((workId: number | null) => {
    setFirst(workId)
    setAttempt((before) => before + 1)
    setOpen(true)
  }, [])
  useEffect(() => {
    if (!isOffered) return undefined
    useSelecting.setState({ start: open })
    return () => useSelecting.setState({ start: null })
  }, [isOffered, open])
  if (!isOffered) return null
  function close() {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={controls.button}
        aria-pressed={isOpen}
        onClick={() => (isOpen ? setOpen(false) : open(null))}
      >
        {t('select')}
      </button>
      {isOpen ? <WorkSelection attempt={attempt} list={list} first={first} onClose={close} /> : null}
      {followed === null ? null : <FollowedEdit id={followed} />}
    </>
  )
}
