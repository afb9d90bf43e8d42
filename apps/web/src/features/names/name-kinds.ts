import type { NameKind } from '#lib/queries/names-query.ts'

/** What the shared screen shows: the path of its address is the kind's name. */
export const nameKinds = {
  circles: { namespace: 'circle' },
  tags: { namespace: 'tag' },
  vas: { namespace: 'va' },
} as const satisfies Record<NameKind, unknown>

export type { NameKind }
