import { type Namespace, parseKeyword } from '@otodana/keyword'

const kinds: ReadonlySet<Namespace> = new Set<Namespace>([
  'duration',
  'age',
  'rate',
  'price',
  'release',
  'lang',
  'tag',
  'va',
  'circle',
])

/** Whether the filter panel shows terms of this namespace. */
export function isFilterKind(namespace: Namespace): boolean {
  return kinds.has(namespace)
}

/** Returns the number of terms that the filter panel shows. */
export function countFilters(keyword: string): number {
  return parseKeyword(keyword).filter((term) => term.kind === 'special' && isFilterKind(term.namespace)).length
}
