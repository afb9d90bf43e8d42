import { type KikoeruImport, type KikoeruKind, kikoeruKinds } from '@otodana/contract'

import type { ForeignValue } from '#db/foreign-sqlite.ts'
import { cleanLine, cut } from '#features/metadata/index.ts'

import type { Outcome } from '../members/moved-in.ts'

/** What becomes of one row of kikoeru's database, or of a cover. */
export type ReportRow = {
  kind: KikoeruKind
  /** `RJ243448`, or `alice RJ243448` */
  name: string
  outcome: Outcome
  /** Why it is skipped, or what of it was left out. */
  reason?: string
}

/** Returns a name or id from kikoeru, which may be anything, as one short line. */
export function rowName(value: ForeignValue | undefined): string {
  return cut(cleanLine(String(value ?? '')), 60)
}

export type Counts = Partial<Record<KikoeruKind, Partial<Record<Outcome, number>>>>

/** Counts rows by kind and outcome. */
export function countRow(counts: Counts, { kind, outcome }: ReportRow): void {
  const ofKind = (counts[kind] ??= {})
  ofKind[outcome] = (ofKind[outcome] ?? 0) + 1
}

/** Returns `review alice RJ243448: skipped (rating is not 1 to 5)`. */
export function rowText({ kind, name, outcome, reason }: ReportRow): string {
  return `${kind} ${name}: ${outcome}${reason === undefined ? '' : ` (${reason})`}`
}

const nouns: Record<KikoeruKind, string> = {
  account: 'accounts',
  work: 'works',
  cover: 'covers',
  review: 'ratings, reviews and listening statuses',
  position: 'playback positions',
  favourite: 'works in favourites',
}

/** Whether a row is worth a line: it is skipped, or something of it was left out. */
export function isNoted({ outcome, reason }: ReportRow): boolean {
  return outcome === 'skipped' || reason !== undefined
}

/** Said of a secret that kikoeru's `guest` speaks against. */
export const DOUBTFUL_SECRET =
  'md5secret may be wrong: the password of kikoeru\'s account "guest" does not match it. With a wrong md5secret, passwords from kikoeru do not work here. Import again with the right one to correct them.'

/** Counts of all kinds, in a fixed order. */
export function totals(counts: Counts): KikoeruImport['counts'] {
  return kikoeruKinds.map((kind) => {
    const { new: added = 0, changed = 0, same = 0, kept = 0, waiting = 0, skipped = 0 } = counts[kind] ?? {}
    return { kind, new: added, changed, here: same + kept, waiting, skipped }
  })
}

/** Returns a line for each kind: `accounts: 3 new, 0 changed, …`. */
export function summaryText(counts: Counts): string {
  return totals(counts)
    .map(
      ({ kind, new: added, changed, here, waiting, skipped }) =>
        `${nouns[kind]}: ${added} new, ${changed} changed, ${here} here already, ${waiting} waiting for their work, ${skipped} skipped\n`,
    )
    .join('')
}
