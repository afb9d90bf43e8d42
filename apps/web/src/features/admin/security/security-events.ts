import { type SecurityEvent, type SecurityEventKind, securityEventKinds } from '@otodana/contract'

/** Null for one of a newer server, which is shown as it is called there. */
export function knownKind(kind: string): SecurityEventKind | null {
  return securityEventKinds.find((known) => known === kind) ?? null
}

/** Whether the event may be part of a password attack. */
export function isAlarming(kind: string): boolean {
  return kind === 'loginFailed' || kind === 'tooManyTries'
}

/** One that stands for all that are like it, the latest of them. */
export type FoldedEvent = SecurityEvent & { count: number }

/** Like ones are one row only within this time, so that the time it tells is true of all of them. */
const FOLDED_MS = 10 * 60_000

/** Those that follow one another and differ in nothing but their times, as one each. Takes and gives the latest first. */
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

/** Both lists as one, the latest first, each event once. */
export function withOlder(events: readonly SecurityEvent[], older: readonly SecurityEvent[]): SecurityEvent[] {
  const byId = new Map([...events, ...older].map((event) => [event.id, event]))
  return [...byId.values()].sort((a, b) => b.id - a.id)
}
