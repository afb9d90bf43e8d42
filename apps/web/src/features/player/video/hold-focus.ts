/**
 * Keeps the focus in an element that covers the dialog it is in: what is behind could be focused without being seen.
 *
 * @returns what ends it, and gives the focus back
 */
export function holdFocus(element: HTMLElement): () => void {
  const before = document.activeElement
  const covered = coveredBy(element)
  if (!element.contains(before)) element.focus({ preventScroll: true })
  for (const other of covered) other.toggleAttribute('inert', true)
  return () => {
    for (const other of covered) other.toggleAttribute('inert', false)
    if (before instanceof HTMLElement && !element.contains(before)) before.focus({ preventScroll: true })
  }
}

function coveredBy(element: HTMLElement): Element[] {
  const covered: Element[] = []
  for (let inner: Element = element; inner.parentElement && inner.localName !== 'dialog'; inner = inner.parentElement)
    for (const other of inner.parentElement.children)
      if (other !== inner && !other.hasAttribute('inert')) covered.push(other)
  return covered
}
