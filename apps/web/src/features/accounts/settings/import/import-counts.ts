import type { importAccount } from '@otodana/contract'
import type * as z from 'zod/mini'

export type ImportCounts = z.output<typeof importAccount.response>

export const importedKinds = ['reviews', 'places', 'history', 'playlists', 'votes', 'likes'] as const
const outcomes = ['new', 'changed', 'here', 'waiting', 'skipped'] as const

export function noCounts(): ImportCounts {
  const none = () => ({ new: 0, changed: 0, here: 0, waiting: 0, skipped: 0 })
  return { reviews: none(), places: none(), history: none(), playlists: none(), votes: none(), likes: none() }
}

/** Adds the counts of two parts of a file. */
export function sumOf(one: ImportCounts, other: ImportCounts): ImportCounts {
  const sum = noCounts()
  for (const kind of importedKinds) {
    for (const outcome of outcomes) sum[kind][outcome] = one[kind][outcome] + other[kind][outcome]
  }
  return sum
}

/** Whether an import would change anything. */
export function isAnythingNew(counts: ImportCounts): boolean {
  return importedKinds.some((kind) => counts[kind].new + counts[kind].changed + counts[kind].waiting > 0)
}
