import type { RouterHistory } from '@tanstack/react-router'

/** Marks history entries of open dialogs, with their number. */
export const OPEN_MARK = 'playerIsOpen'

/** Number of open overlays according to the present entry. */
export const marked = (): number => Number((history.state as Record<string, unknown> | null)?.[OPEN_MARK] ?? 0)

/** Going back is asynchronous, and would remove an entry added meanwhile. */
let wentBack: Promise<unknown> = Promise.resolve()

/** Resolves when no entry is being left. */
export const entriesLeft = (): Promise<unknown> => wentBack

/** Goes back until the present entry is marked with a number below `depth`. */
export function leaveEntries(depth: number): Promise<unknown> {
  wentBack = wentBack.then(() => {
    const entries = marked() - depth + 1
    if (entries <= 0) return undefined
    return new Promise((resolve) => {
      addEventListener('popstate', resolve, { once: true })
      history.go(-entries)
    })
  })
  return wentBack
}

/**
 * Lets another page open only after the entries of overlays are left, which closes those still open: going back later would
 * take the page away, and an entry left behind is a Back without effect.
 */
export function pushAfterOverlays(routerHistory: Pick<RouterHistory, 'push'>): void {
  const { push } = routerHistory
  routerHistory.push = (...location) => {
    if (marked() === 0) push(...location)
    else void leaveEntries(1).then(() => push(...location))
  }
}
