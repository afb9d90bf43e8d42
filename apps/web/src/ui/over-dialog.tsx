import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

import css from './Notice.module.css'

/** The modal dialog that has the focus, which is the uppermost one; null when none is open. A panel beside the page is none. */
export function uppermostDialog(): HTMLDialogElement | null {
  const open = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]:not([data-beside])')]
  return open.findLast((dialog) => dialog.contains(document.activeElement)) ?? open.at(-1) ?? null
}

/**
 * The dialog that something has to be shown in to be within reach: the uppermost one when it came, and the one below when
 * that closes.
 *
 * @param occasion  another value when something new has come; undefined when nothing has
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
    // It fires also where the dialog has been taken out of the page meanwhile.
    dialog?.addEventListener('close', leave)
    // It may close in the very moment in which something comes.
    if (dialog && !(dialog.open && dialog.isConnected)) leave()
    return () => dialog?.removeEventListener('close', leave)
  }, [dialog])
  return dialog
}

/** Shows something over a dialog, and as a part of it: all else is inert. The dialog knows its height as `--toast-height`. */
export function OverDialog({ dialog, children }: { dialog: HTMLDialogElement; children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  // oxlint-disable-next-line react/set-state-in-effect -- the place is made with the first of what stands in it
  useLayoutEffect(() => setPlace(placeOver(dialog)), [dialog])
  return place && createPortal(children, place)
}

/** One place a dialog, so that none hides another. */
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
  // A dialog that has been opened again lies over what it had. Browsers that know no popovers show it where it stands.
  place.hidePopover?.()
  if (dialog.isConnected) place.showPopover?.()
  return place
}
