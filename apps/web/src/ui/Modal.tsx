import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react'

import { focusOpener, giveFocusBack } from '#lib/browser/focus.ts'

import css from './Modal.module.css'
import { uppermostDialog } from './over-dialog.tsx'
import { useBackCloses } from './use-back-closes.ts'

type Props = Omit<ComponentProps<'dialog'>, 'ref' | 'open' | 'onClose'> & {
  /** For closing it from inside: `ref.current?.close()`. */
  ref?: RefObject<HTMLDialogElement | null>
  /** Gets the focus afterwards; default: the currently focused element. */
  opener?: HTMLElement
  /** A selector for the focus if the opener is gone. */
  standIn?: string
  /** Whether a click on the backdrop closes it. */
  closesOnBackdrop?: boolean
  /**
   * Whether the browser's Back closes it on a phone. Not for what stays open while another page comes, nor for links to a place of the
   * same page.
   */
  closesOnBack?: boolean
  /** Called when it was closed in any way. */
  onClose: () => void
}

/**
 * A native modal dialog, open while mounted: it traps the focus, makes the rest inert and closes on Escape. The element
 * marked with `data-first`, possibly itself, gets the focus.
 */
export function Modal({
  ref,
  opener,
  standIn = 'main',
  closesOnBackdrop = false,
  closesOnBack = false,
  onClose,
  className = '',
  children,
  ...rest
}: Props) {
  const own = useRef<HTMLDialogElement>(null)
  const dialog = ref ?? own

  useLayoutEffect(() => (dialog.current ? show(dialog.current, standIn, opener) : undefined), [dialog, opener, standIn])
  useLayoutEffect(
    () => (dialog.current && closesOnBackdrop ? closeOnBackdrop(dialog.current) : undefined),
    [dialog, closesOnBackdrop],
  )

  return (
    <dialog
      {...rest}
      ref={dialog}
      className={`${css.modal} ${className}`}
      onClose={(event) => {
        // React would bubble it to enclosing dialogs, which stay open.
        event.stopPropagation()
        onClose()
      }}
    >
      {children}
      {closesOnBack ? <BackCloses onBack={() => dialog.current?.close()} /> : null}
    </dialog>
  )
}

function BackCloses({ onBack }: { onBack: () => void }) {
  useBackCloses(onBack)
  return null
}

/** @returns a function that closes it */
function show(dialog: HTMLDialogElement, standIn: string, openedBy?: HTMLElement): () => void {
  if (openedBy) focusOpener(openedBy)
  const opener = openedBy ?? (document.activeElement as HTMLElement | null)
  dialog.showModal()
  const first = dialog.matches('[data-first]') ? dialog : dialog.querySelector<HTMLElement>('[data-first]')
  first?.focus()
  return () => {
    dialog.close()
    // The body has the focus if the opener was removed, such as a toast's button.
    const isThere = opener?.isConnected === true && opener !== document.body
    giveFocusBack(isThere ? opener : findStandIn(standIn))
  }
}

/** Within the dialog below, if there is one, because everything else is inert. */
function findStandIn(selector: string): HTMLElement | null {
  const below = uppermostDialog()
  return below
    ? below.querySelector<HTMLElement>('[data-first], button')
    : document.querySelector<HTMLElement>(selector)
}

function closeOnBackdrop(dialog: HTMLDialogElement): () => void {
  // The backdrop is the dialog's own target. A press that starts inside, such as selecting text, must not close it.
  let isPressed = false
  const listeners = new AbortController()
  const { signal } = listeners
  dialog.addEventListener('mousedown', ({ target }) => (isPressed = target === dialog), { signal })
  dialog.addEventListener('click', ({ target }) => isPressed && target === dialog && dialog.close(), { signal })
  return () => listeners.abort()
}
