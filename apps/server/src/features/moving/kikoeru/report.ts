import type { Outcome } from '../members/moved-in.ts'

const rowKinds = ['account', 'work', 'cover', 'review', 'position', 'favourite'] as const
export type RowKind = (typeof rowKinds)[number]

/** What becomes of one row of kikoeru's database, or of a cover. */
export type ReportRow = {
  kind: RowKind
  /** `RJ243448`, or `alice RJ243448` */
  name: string
  outcome: Outcome
  /** Why it is skipped, or what of it was left out. */
  reason?: string
}

export type Counts = Partial<Record<RowKind, Partial<Record<Outcome, number>>>>

/** Counts rows by kind and outcome. */
export function countRow(counts: Counts, { kind, outcome }: ReportRow): void {
  const ofKind = (counts[kind] ??= {})
  ofKind[outcome] = (ofKind[outcome] ?? 0) + 1
}

/** Returns `review alice RJ243448: skipped (rating is not 1 to 5)`. */
export function rowText({ kind, name, outcome, reason }: ReportRow): string {
  return `${kind} ${name}: ${outcome}${reason === undefined ? '' : ` (${reason})`}`
}

const nouns: Record<RowKind, string> = {
  account: 'accounts',
  work: 'works',
  cover: 'covers',
  review: 'reviews, ratings and progress',
  position: 'playback positions',
  favourite: 'works in favourites',
}

/** Returns a line for each kind: `accounts: 3 new, 0 changed, …`. */
export function summaryText(counts: Counts): string {
  return rowKinds
    .map((kind) => {
      const { new: added = 0, changed = 0, same = 0, kept = 0, waiting = 0, skipped = 0 } = counts[kind] ?? {}
      return `${nouns[kind]}: ${added} new, ${changed} changed, ${same + kept} here already, ${waiting} waiting for their work, ${skipped} skipped\n`
    })
    .join('')
}
