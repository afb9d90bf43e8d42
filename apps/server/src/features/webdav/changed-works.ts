import type { CatalogueUpdate } from '#features/catalogue/index.ts'

/** A scan of a large library changes more; then all counts as changed. */
const MAX_WORKS = 20_000

/** Notes which works of the catalogue changed, to tell whether what was made of some is still right. */
export function createChangedWorks(maxWorks = MAX_WORKS) {
  const changedAt = new Map<number, number>()
  let changes = 0
  /** Everything that was made before this change is out of date. */
  let everythingAt = 0
  return {
    note({ workIds, namesChanged, isReload }: CatalogueUpdate): void {
      changes++
      for (const id of workIds) changedAt.set(id, changes)
      if (!isReload && !namesChanged && changedAt.size <= maxWorks) return
      changedAt.clear()
      everythingAt = changes
    },
    /** The number of the latest change. */
    now: () => changes,
    hasAnySince(change: number, works: readonly number[]): boolean {
      if (change === changes) return false
      return change < everythingAt || works.some((id) => (changedAt.get(id) ?? 0) > change)
    },
  }
}
