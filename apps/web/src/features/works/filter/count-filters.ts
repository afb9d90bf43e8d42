import { type Namespace, parseKeyword, printTerm } from '@otodana/keyword'

import { isBound } from './term-text.ts'

const kinds: ReadonlySet<Namespace> = new Set<Namespace>([
  'duration',
  'age',
  'rate',
  'price',
  'release',
  'lang',
  'sub',
  'tag',
  'va',
  'circle',
])

/** Whether the filter panel shows terms of this namespace. */
export function isFilterKind(namespace: Namespace): boolean {
  return kinds.has(namespace)
}

/** Returns the number of filters that the panel shows. Both ends of a range count as one. */
export function countFilters(keyword: string): number {
  const filters = parseKeyword(keyword).flatMap((term) => {
    if (term.kind !== 'special' || !isFilterKind(term.namespace)) return []
    return [isBound(term.namespace) ? term.namespace : printTerm(term)]
  })
  return new Set(filters).size
}
