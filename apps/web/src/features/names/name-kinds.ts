import { termHref } from '#features/works/index.ts'
import type { NameKind } from '#lib/queries/names-query.ts'

/** What the shared screen shows, by the path of its URL. */
const nameKinds = {
  circles: { namespace: 'circle' },
  tags: { namespace: 'tag' },
  vas: { namespace: 'va' },
  series: { namespace: 'series' },
  staff: { namespace: 'staff' },
} as const satisfies Record<NameKind, unknown>

export type { NameKind }

/** Returns where a name leads: to the page of a series, and to the search for all others. */
export function nameHref(kind: NameKind, { id, term }: { id: number | string; term: string }): string {
  return kind === 'series' ? `/series/${id}` : termHref(nameKinds[kind].namespace, term)
}
