import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

import css from './Notice.module.css'

/** Returns the uppermost modal dialog, which has the focus; null if none is open. A docked panel does not count. */
export function uppermostDialog(): HTMLDialogElement | null {
  const open = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]:not([data-beside])')]
  return open.findLast((dialog) => dialog.contains(document.activeElement)) ?? open.at(-1) ?? null
}

/**
 * Returns the dialog in which something must be shown to be reachable: the uppermost one when it appeared, or the one
 * below after that closes.
 *
 * @param occasion  changes when something new appears; undefined if nothing has
 */
export function useDialogBelow(occasion: unknown): HTMLDialogElement | null {
  const [seen, setSeen] = useState<unknown>()
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  if (occasion !== seen) {
    setSeen(occasion)
    if (occasion !== undefined) setDialog(uppermostDialog())
  }
  useEffect(() => {
    const leave = () => setDialog(uppermostDialog())
    // Also fires if the dialog has been removed from the page.
    dialog?.addEventListener('close', leave)
    // It may close at the same moment.
    if (dialog && !(dialog.open && dialog.isConnected)) leave()
    return () => dialog?.removeEventListener('close', leave)
  }, [dialog])
  return dialog
}

/**
 * Renders something over a dialog, as part of it, because everything else is inert. The dialog knows its height as
 * `--toast-height`.
 */
export function OverDialog({ dialog, children }: { dialog: HTMLDialogElement; children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  // oxlint-disable-next-line react/set-state-in-effect -- the place is created with its first content
  useLayoutEffect(() => setPlace(placeOver(dialog)), [dialog])
  return place && createPortal(children, place)
}

/** One place per dialog, so that none hides another. */
function placeOver(dialog: HTMLDialogElement): HTMLElement {
  let place = dialog.querySelector<HTMLElement>(':scope > [popover]')
  if (!place) {
    place = document.createElement('div')
    place.setAttribute('popover', 'manual')
    place.className = `${css.place} ${css.over}`
    dialog.append(place)
    const { style } = dialog
    new ResizeObserver(([entry]) => style.setProperty('--toast-height', `${entry!.contentRect.height}px`)).observe(
      place,
    )
  }
  // A reopened dialog covers its former popover. Browsers without popovers show it in place.
  place.hidePopover?.()
  if (dialog.isConnected) place.showPopover?.()
  return place
}
