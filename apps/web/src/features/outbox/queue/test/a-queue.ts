import type { TagVote } from '@otodana/contract'

import { mergeInto, waitingOf } from '../merge.ts'
import type { NewWrite, Waiting } from '../waiting.ts'
import type { Write } from '../writes.ts'

export const rain = { id: 1, title: 'Rain' }
export const storm = { id: 2, title: 'Storm' }
export const night = { id: 'n', name: 'Night' }

let keys = 0
export const aKey = (): string => `key ${++keys}`

export const entry = (write: Write, isTried = false): NewWrite => ({ write, key: aKey(), isTried, madeMs: 0 })

export const rated = (rating: number | null, base: number | null, work = rain): Write => ({
  kind: 'review',
  work,
  change: { rating },
  base: { rating: base },
})
export const listed = (isIn: boolean, work = rain): Write => ({ kind: 'membership', playlist: night, work, isIn })
export const moved = (position: number, work = rain): Write => ({
  kind: 'move',
  playlist: night,
  work,
  position,
  base: { before: null },
})

export const voted = (vote: TagVote, base: TagVote = 0): Write => ({
  kind: 'vote',
  work: rain,
  tag: { id: 3, name: '雨音' },
  change: { vote },
  base: { vote: base },
})
export const deleted: Write = { kind: 'deletion', playlist: night, base: { name: 'Night', works_count: 2 } }

/** A queue in memory, as the database keeps it. */
export function aQueue(...entries: NewWrite[]) {
  let rows: Waiting[] = []
  let ids = 0
  const queue = {
    rows: (): readonly Waiting[] => rows,
    writes: () => rows.map(({ write }) => write),
    add(entry: NewWrite) {
      const { removed, changed, added } = mergeInto(rows, entry, aKey())
      rows = rows.filter(({ id }) => !removed.includes(id)).map((row) => (row.id === changed?.id ? changed : row))
      if (added) rows = [...rows, { ...waitingOf(added, 7), id: ++ids }]
    },
    change({ id, key }: Pick<Waiting, 'id' | 'key'>, to: (row: Waiting) => Waiting | null) {
      rows = rows.flatMap((row) => (row.id === id && row.key === key ? (to(row) ?? []) : row))
      return rows.find((row) => row.id === id && row.key === key)
    },
  }
  for (const one of entries) queue.add(one)
  return queue
}
