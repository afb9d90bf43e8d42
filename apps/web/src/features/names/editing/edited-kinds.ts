import type { NameKind as EditedKind } from '@otodana/contract'

import type { NameKind } from '../name-kinds.ts'

/** What the calls of editors call the kinds. */
export const editedKinds = {
  circles: 'circle',
  tags: 'tag',
  vas: 'voiceActor',
  series: 'series',
  staff: 'staff',
} as const satisfies Record<NameKind, EditedKind>

/** A name that was chosen to be edited. */
export type ChosenName = { id: number | string; name: string; count: number }
