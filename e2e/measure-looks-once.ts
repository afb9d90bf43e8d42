/** What axe has inside of a rule. */
interface Rule {
  id: string
  matches: (element: Element, node: object, run: object) => boolean
}

/** The texts of a run that were measured, by how they look. */
interface Looks {
  ofElements: Map<Element, number>
  known: Map<string, number>
  measured: Set<number>
}

/**
 * Runs in a page, after axe was read there. Has axe measure the contrast of one text of all that look the same: of the same tags and
 * classes with the same colours, up to the root. To measure one takes a millisecond, and a list of works has hundreds.
 */
export function measureLooksOnce(): void {
  const { axe } = window as unknown as { axe: { _audit: { rules: Rule[] } } }
  const rule = axe._audit.rules.find(({ id }) => id === 'color-contrast')!
  const concerns = rule.matches
  const runs = new WeakMap<object, Looks>()

  function lookOf(element: Element, looks: Looks): number {
    const found = looks.ofElements.get(element)
    if (found !== undefined) return found
    const style = getComputedStyle(element)
    const look = [
      element.parentElement && lookOf(element.parentElement, looks),
      element.tagName,
      element.className,
      style.color,
      style.backgroundColor,
      style.backgroundImage,
      style.opacity,
      style.fontSize,
      style.fontWeight,
      style.textShadow,
    ].join()
    const number = looks.known.get(look) ?? looks.known.size
    looks.known.set(look, number)
    looks.ofElements.set(element, number)
    return number
  }

  const hasText = (element: Element) =>
    element.matches('input, textarea, select') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '')

  rule.matches = (element, node, run) => {
    if (!hasText(element)) return false
    const looks: Looks = runs.get(run) ?? { ofElements: new Map(), known: new Map(), measured: new Set() }
    runs.set(run, looks)
    const look = lookOf(element, looks)
    if (looks.measured.has(look) || !concerns.call(rule, element, node, run)) return false
    looks.measured.add(look)
    return true
  }
}
