import type { Place } from '../folders/identities.ts'

/**
 * The folders of a partial scan. Each is a whole library folder or a folder directly in it: what a scan says
 * of such a folder depends on nothing beside it.
 */
export type Scope = {
  /** Whether it includes anything in the library folder. */
  touches(root: string): boolean
  /** Whether it includes a place. */
  holds(place: Place): boolean
  /** Whether an entry of a walked folder is left out. */
  leavesOut(folder: Place, name: string): boolean
}

/** @param places  widened to folders directly in the library folder */
export function createScope(places: readonly Place[]): Scope {
  const byRoot = new Map<string, Set<string>>()
  for (const { root, path } of places) {
    const [top = ''] = path.split('/', 1)
    byRoot.set(root, (byRoot.get(root) ?? new Set()).add(top))
  }
  const isWhole = (root: string) => byRoot.get(root)?.has('') === true
  return {
    touches: (root) => byRoot.has(root),
    holds({ root, path }) {
      const tops = byRoot.get(root)
      if (!tops) return false
      return isWhole(root) || tops.has(path.split('/', 1)[0] ?? '')
    },
    leavesOut: ({ root, path }, name) => path === '' && !isWhole(root) && byRoot.get(root)?.has(name) !== true,
  }
}
