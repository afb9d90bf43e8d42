import type { SecurityEvent } from '@otodana/contract'

/** What the server keeps of accounts, as far as this page has words for it. */
const knownKinds = [
  'registered',
  'loggedIn',
  'loginFailed',
  'tooManyTries',
  'passwordChanged',
  'sessionsEnded',
  'accountDeleted',
  'accountDisabled',
  'accountEnabled',
  'groupChanged',
  'passwordReset',
  'settingChanged',
] as const
export type KnownKind = (typeof knownKinds)[number]

/** Null for one of a newer server, which is shown as it is called there. */
export function knownKind(kind: string): KnownKind | null {
  return knownKinds.find((known) => known === kind) ?? null
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
