import { type SecurityEvent, type SecurityEventKind, securityEventKinds } from '@otodana/contract'

/** Null for an unknown kind of a newer server, which is shown unchanged. */
export function knownKind(kind: string): SecurityEventKind | null {
  return securityEventKinds.find((known) => known === kind) ?? null
}

/** Whether the event may be part of a password attack. */
export function isAlarming(kind: string): boolean {
  return kind === 'loginFailed' || kind === 'tooManyTries'
}

/** The latest of several similar events. */
export type FoldedEvent = SecurityEvent & { count: number }

/** Maximum time between folded events, so that the displayed time is true for all. */
const FOLDED_MS = 10 * 60_000

/** Folds consecutive events that only differ in time. Latest first. */
export function folded(events: readonly SecurityEvent[]): FoldedEvent[] {
  const rows: FoldedEvent[] = []
  for (const event of events) {
    const row = rows.at(-1)
    if (row && isAlike(row, event)) row.count++
    else rows.push({ ...event, count: 1 })
  }
  return rows
}

function isAlike(a: SecurityEvent, b: SecurityEvent): boolean {
  return (
    (['kind', 'name', 'by', 'address'] as const).every((part) => a[part] === b[part]) &&
    Math.abs(Date.parse(a.at) - Date.parse(b.at)) <= FOLDED_MS
  )
}

/** Merges both lists without duplicates, latest first. */
export function withOlder(events: readonly SecurityEvent[], older: readonly SecurityEvent[]): SecurityEvent[] {
  const byId = new Map([...events, ...older].map((event) => [event.id, event]))
  return [...byId.values()].sort((a, b) => b.id - a.id)
}
