/** What waits, by what it is. */
const parts = new Map<string, number>()

/**
 * Shows on the icon of the installed app how much waits, all parts together.
 *
 * @param count  0 removes the part
 */
export function setBadgePart(part: string, count: number): void {
  if ((parts.get(part) ?? 0) === count) return
  parts.set(part, count)
  const sum = [...parts.values()].reduce((total, each) => total + each, 0)
  // Missing in Firefox; refused where the app is not installed.
  const { setAppBadge, clearAppBadge } = navigator as Partial<Navigator>
  const shown = sum > 0 ? setAppBadge?.call(navigator, sum) : clearAppBadge?.call(navigator)
  shown?.catch(() => undefined)
}
