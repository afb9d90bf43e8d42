/** Lists unknown fields with the likely intended ones. */
export function unknownFieldMessage(unknown: readonly string[], known: readonly string[]): string {
  return unknown
    .slice(0, 3)
    .map((field) => {
      const shown = JSON.stringify(field.length > 40 ? `${field.slice(0, 40)}…` : field)
      const meant = field.length > 40 ? undefined : nearest(field, known)
      return `unknown field ${shown}${meant ? ` (did you mean ${meant}?)` : ''}`
    })
    .join(', ')
}

function nearest(field: string, known: readonly string[]): string | undefined {
  const normal = field.toLowerCase().replaceAll(/[-\s]/g, '_')
  const [best] = known
    .map((name) => ({ name, distance: editDistance(normal, name) }))
    .filter(({ name, distance }) => distance <= (name.length > 4 ? 2 : 1) || isPartOf(normal, name))
    .sort((a, b) => a.distance - b.distance)
  return best?.name
}

function isPartOf(field: string, name: string): boolean {
  return field.length >= 3 && (name.includes(field) || field.includes(name))
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, previous[j]! + 1, row[j - 1]! + 1))
    }
    previous = row
  }
  return previous[b.length]!
}

/** Whether a path stays inside its base folder on every system. */
export function isRelativePath(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- NUL ends a path early for the operating system
  if (/[\\\u0000-\u001f]/.test(path) || /^[a-z]:/i.test(path) || !path.isWellFormed()) return false
  const parts = path.split('/')
  return parts.every((part) => part !== '' && part !== '.' && part !== '..')
}
