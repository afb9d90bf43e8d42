import { type SecurityEvent, type SecurityEventKind, securityEventKinds } from '@otodana/contract'

/** Null for one of a newer server, which is shown as it is called there. */
export function knownKind(kind: string): SecurityEventKind | null {
  return securityEventKinds.find((known) => known === kind) ?? null
}

/** Whether somebody may be trying passwords. */
export function isAlarming(kind: string): boolean {
  return kind === 'loginFailed' || kind === 'tooManyTries'
}

/** Both lists as one, the latest first, each event once. */
export function withOlder(events: readonly SecurityEvent[], older: readonly SecurityEvent[]): SecurityEvent[] {
  const byId = new Map([...events, ...older].map((event) => [event.id, event]))
  return [...byId.values()].sort((a, b) => b.id - a.id)
}
