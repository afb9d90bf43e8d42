import { useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

import controls from './controls.module.css'
import { CloseIcon } from './icons/core-icons.ts'
import css from './Notice.module.css'
import { OverDialog, useDialogBelow } from './over-dialog.tsx'

const PLACE = 'notices'

/** Where all notices stand, so that none hides another: once a page. */
export function NoticePlace() {
  return <div id={PLACE} className={css.place} />
}

const neverChanges = () => () => {}

/** The element that is it, once the page is there. */
export function useNoticePlace(): HTMLElement | null {
  return useSyncExternalStore(
    neverChanges,
    () => document.getElementById(PLACE),
    () => null,
  )
}

/** Puts a notice where all of them stand, whatever part of the page it comes from. */
export function InNoticePlace({ children }: { children: ReactNode }) {
  const place = useNoticePlace()
  return place && createPortal(children, place)
}

type Props = {
  text: ReactNode
  /** Announced at once; otherwise it stands in a live region. */
  isUrgent?: boolean
  /** What the button that closes it is called. */
  closeLabel: string
  onClose: () => void
  /** Another value when the same has come again. */
  occasion?: unknown
  /** What can be done about it. */
  children: ReactNode
}

/** A message that stays until it is answered or dismissed, inside the dialog that was open when it came. */
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
