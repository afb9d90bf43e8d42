import type { NameKind as QueriedKind } from '#lib/queries/names-query.ts'

/** What the shared screen shows, by the path of its URL. */
export const nameKinds = {
  circles: { namespace: 'circle' },
  tags: { namespace: 'tag' },
  vas: { namespace: 'va' },
} as const satisfies Partial<Record<QueriedKind, unknown>>

/** The kinds that have a page. */
export type NameKind = keyof typeof nameKinds
