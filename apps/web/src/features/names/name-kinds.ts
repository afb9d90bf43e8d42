import type { NameKind } from '#lib/queries/names-query.ts'

/** What the shared screen shows, by the path of its URL. */
export const nameKinds = {
  circles: { namespace: 'circle' },
  tags: { namespace: 'tag' },
  vas: { namespace: 'va' },
} as const satisfies Record<NameKind, unknown>

export type { NameKind }
