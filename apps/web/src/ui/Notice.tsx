import { useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

import controls from './controls.module.css'
import { CloseIcon } from './icons/core-icons.ts'
import css from './Notice.module.css'
import { OverDialog, useDialogBelow } from './over-dialog.tsx'

const PLACE = 'notices'

/** The place of all notices, so that none hides another: once per page. */
export function NoticePlace() {
  return <div id={PLACE} className={css.place} />
}

const neverChanges = () => () => {}

/** Returns that element, once mounted. */
export function useNoticePlace(): HTMLElement | null {
  return useSyncExternalStore(
    neverChanges,
    () => document.getElementById(PLACE),
    () => null,
  )
}

/** Renders a notice in the common place, from any part of the page. */
export function InNoticePlace({ children }: { children: ReactNode }) {
  const place = useNoticePlace()
  return place && createPortal(children, place)
}

type Props = {
  text: ReactNode
  /** Announced immediately; otherwise by a live region. */
  isUrgent?: boolean
  /** The close button's name. */
  closeLabel: string
  onClose: () => void
  /** Changes when the same notice occurs again. */
  occasion?: unknown
  /** Actions. */
  children: ReactNode
}

/** A message that stays until it is answered or dismissed, inside the dialog that was open when it appeared. */
export function Notice({ text, isUrgent = false, closeLabel, onClose, occasion = true, children }: Props) {
  const dialog = useDialogBelow(occasion)
  const notice = (
    <div className={css.notice} role={isUrgent ? 'alert' : undefined}>
      <p className={css.text}>{text}</p>
      {children}
      <button type="button" className={controls.iconButton} aria-label={closeLabel} onClick={onClose}>
        <CloseIcon size="1.5em" />
      </button>
    </div>
  )
  return dialog ? <OverDialog dialog={dialog}>{notice}</OverDialog> : notice
}
