/**
 * A button that opens a dialog is focused before, as clicks do not do everywhere: then the browser gives the focus back to
 * it when the dialog closes.
 */
export function focusOpener(opener: HTMLElement | null): void {
  opener?.focus({ preventScroll: true })
}

/**
 * Returns the focus after a dialog has closed: its opener may have been rendered again, so that the browser could not.
 * Leaves the focus alone when it has moved elsewhere meanwhile.
 */
export function giveFocusBack(opener: HTMLElement | null): void {
  const { activeElement: active, body } = document
  // A closed dialog keeps the focus until the next frame.
  if (!active || active === body || active.localName === 'main' || active.closest('dialog'))
    opener?.focus({ preventScroll: true })
}

/** A ref: an element that replaces a focused one takes over its focus. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus()
}
