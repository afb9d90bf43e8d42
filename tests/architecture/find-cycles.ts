/**
 * Finds groups of files that import each other, directly or through others.
 *
 * @param imports  of each file what it imports; what is no key itself is ignored
 * @returns one shortest cycle of each group, as `a → b → a`, sorted
 */
export function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  return groupsOf(imports)
    .map((group) => shortestCycle(imports, group).join(' → '))
    .toSorted()
}

/** Tarjan's strongly connected components, those of more than one file and files that import themselves. */
function groupsOf(imports: ReadonlyMap<string, readonly string[]>): Set<string>[] {
  const groups: Set<string>[] = []
  const indexes = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const onPath = new Set<string>()

  function visit(file: string): void {
    const index = indexes.size
    indexes.set(file, index)
    lowest.set(file, index)
    path.push(file)
    onPath.add(file)
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue
      if (!indexes.has(target)) visit(target)
      if (onPath.has(target)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!))
    }
    if (lowest.get(file) !== index) return
    const group = new Set(path.splice(path.indexOf(file)))
    for (const member of group) onPath.delete(member)
    if (group.size > 1 || imports.get(file)?.includes(file)) groups.push(group)
  }

  for (const file of imports.keys()) if (!indexes.has(file)) visit(file)
  return groups
}

/** Breadth first from the group's first file by name, so that the same cycle is named each time. */
function shortestCycle(imports: ReadonlyMap<string, readonly string[]>, group: ReadonlySet<string>): string[] {
  const [first] = [...group].toSorted()
  let paths = [[first!]]
  const seen = new Set<string>()
  for (;;) {
    const longer: string[][] = []
    for (const path of paths) {
      for (const target of imports.get(path.at(-1)!) ?? []) {
        if (target === first) return [...path, first]
        if (!group.has(target) || seen.has(target)) continue
        seen.add(target)
        longer.push([...path, target])
      }
    }
    paths = longer
  }
}
