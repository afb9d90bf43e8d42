import type { Fields, Refusal, Waiting } from './waiting.ts'
import { type Beside, isFieldWrite } from './writes.ts'

/** Returns the write to send next; undefined: none can be sent. */
export function nextOf(queue: readonly Waiting[]): Waiting | undefined {
  return queue.find((one, index) => one.state === 'waiting' && !queue.slice(0, index).some((held) => holds(held, one)))
}

/** Whether a conflict must be decided first: moves of a playlist build on each other, and nothing else does. */
function holds({ state, write: held }: Waiting, { write }: Waiting): boolean {
  return state === 'conflict' && held.kind === 'move' && write.kind === 'move' && held.playlist.id === write.playlist.id
}

/** Returns a write as it is stored right before it is sent: from then on the server may have it. */
export function asTried(one: Waiting): Waiting {
  const { write, tried } = one
  if (!isFieldWrite(write) || tried.includes(write.change)) return { ...one, isTried: true }
  return { ...one, isTried: true, tried: [...tried, write.change] }
}

/** Returns a write that the server does not accept. */
export function asRefused(one: Waiting, refusal: Refusal): Waiting {
  return { ...one, state: 'refused', refusal }
}

/**
 * Returns a write whose subject the server has otherwise than the member saw it: in conflict, or still waiting if what the
 * server has came from this device.
 */
export function asChangedSince(one: Waiting, present: Readonly<Record<string, unknown>>): Waiting {
  const { write, tried } = one
  if (isFieldWrite(write)) {
    const isOwn = conflictingNames({ ...one, present }).every((name) =>
      tried.some((values) => values[name] === present[name]),
    )
    if (isOwn) return basedOn(one, present)
  }
  return { ...one, state: 'conflict', present }
}

/** The fields of a write that the server has neither as the member saw them nor as they are to be. */
export function conflictingNames({ write, present }: Waiting): (keyof Fields)[] {
  if (!isFieldWrite(write) || present === null) return []
  const { change, base } = write as { change: Fields; base: Fields }
  return (Object.keys(change) as (keyof Fields)[]).filter(
    (name) => name in present && present[name] !== change[name] && present[name] !== base[name],
  )
}

/** The listener keeps what was done on this device. */
export function asKept(one: Waiting): Waiting {
  return one.present === null ? one : basedOn(one, one.present)
}

/**
 * The listener keeps what the server has.
 *
 * @returns what is left to send of other fields; null: nothing
 */
export function asGivenUp(one: Waiting, key: string): Waiting | null {
  const { write } = one
  if (!isFieldWrite(write)) return null
  const given = conflictingNames(one)
  const change = Object.fromEntries(
    Object.entries(write.change).filter(([name]) => !given.includes(name as keyof Fields)),
  )
  if (Object.keys(change).length === 0) return null
  return { ...one, write: { ...write, change }, key, state: 'waiting', present: null }
}

/** A refused write is sent once more. */
export function asRetried(one: Waiting): Waiting {
  return one.state === 'refused' ? { ...one, state: 'waiting', refusal: null } : one
}

function basedOn(one: Waiting, present: Readonly<Record<string, unknown>>): Waiting {
  const { write } = one
  const settled = { ...one, state: 'waiting' as const, present: null }
  if (write.kind === 'move') {
    const { before, after } = present as Beside
    return { ...settled, write: { ...write, base: { before: before ?? null, after: after ?? null } } }
  }
  if (write.kind === 'deletion') {
    const { name, works_count } = present as (typeof write)['base']
    return { ...settled, write: { ...write, base: { name, works_count } } }
  }
  if (!isFieldWrite(write)) return settled
  const base = Object.fromEntries(
    Object.keys(write.change).map((name) => [name, name in present ? present[name] : write.base[name as never]]),
  )
  return { ...settled, write: { ...write, base } }
}
