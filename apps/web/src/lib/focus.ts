/**
 * Gives the focus back to what opened something that has closed. Browsers do so by themselves, but not to a button that
 * was clicked where clicks focus nothing. Whoever has gone on to something else meanwhile is left there.
 */
export function giveFocusBack(opener: HTMLElement | null): void {
  const { activeElement, body } = document
  if (!activeElement || activeElement === body || activeElement.localName === 'main') opener?.focus()
}
