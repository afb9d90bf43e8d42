/**
 * Focuses a button before it opens a dialog, because clicks do not in all browsers: the browser then returns the focus
 * to it when the dialog closes.
 */
export function focusOpener(opener: HTMLElement | null): void {
  opener?.focus({ preventScroll: true })
}

/**
 * Returns the focus after a dialog has closed, if the browser could not, because its opener was rendered again. Does
 * nothing if the focus has moved elsewhere.
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
