import { listCircles, listTags, listVoiceActors } from '@otodana/contract'

/** What the shared screen shows: the path of its address is the kind's name. */
export const nameKinds = {
  circles: { endpoint: listCircles, namespace: 'circle' },
  tags: { endpoint: listTags, namespace: 'tag' },
  vas: { endpoint: listVoiceActors, namespace: 'va' },
} as const

export type NameKind = keyof typeof nameKinds
