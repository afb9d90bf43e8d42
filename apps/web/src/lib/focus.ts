/**
 * A button that opens a dialog is focused before, as clicks do not do everywhere: then the browser gives the focus back to
 * it when the dialog closes.
 */
export function focusOpener(opener: HTMLElement | null): void {
  opener?.focus({ preventScroll: true })
}

/**
 * After a dialog has closed: what opened it may have been drawn anew, so that the browser could not give the focus back.
 * Whoever has gone on to something else meanwhile is left there.
 */
export function giveFocusBack(opener: HTMLElement | null): void {
  const { activeElement: active, body } = document
  // A closed dialog keeps the focus until the next frame.
  if (!active || active === body || active.localName === 'main' || active.closest('dialog'))
    opener?.focus({ preventScroll: true })
}
