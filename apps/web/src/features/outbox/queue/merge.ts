import type { Fields, NewWrite, Waiting } from './waiting.ts'
import { type FieldWrite, isFieldWrite, type Write } from './writes.ts'

/** What happens to a queue: rows that go, rows that change, and the write that is added, if any is left. */
export type Merge = { removed: readonly number[]; changed: Waiting | null; added: NewWrite | null }

/**
 * Decides what a new write does to those that wait, in the order of sending: the last value of a field counts, and what was
 * taken back before it was tried goes.
 *
 * @param key  a fresh one, for a write whose content changes
 */
export function mergeInto(queue: readonly Waiting[], entry: NewWrite, key: string): Merge {
  const { write } = entry
  switch (write.kind) {
    case 'review':
    case 'metadata':
    case 'vote':
      return mergeFields(queue, entry, write, key)
    case 'membership':
      return mergeSwitch<typeof write>(queue, entry, ({ isIn }) => isIn, write.isIn ? [] : movesOf(queue, write))
    case 'like':
      return mergeSwitch<typeof write>(queue, entry, ({ isLiked }) => isLiked)
    case 'listened': {
      const same = queue.find(isLike(write))
      if (!same) return added(entry)
      const isMore = write.progress === 'listened' && (same.write as typeof write).progress === 'listening'
      return isMore ? changed({ ...same, write, key, state: 'waiting', refusal: null }) : NOTHING
    }
    case 'move': {
      // Positions name an order, so that only the latest write of the playlist can be replaced.
      const last = queue.findLast(({ write: other }) => 'playlist' in other && other.playlist.id === write.playlist.id)
      const isSame = last && isLike(write)(last) && !last.isTried && last.state === 'waiting'
      if (!isSame) return added(entry)
      return changed({ ...last, write: { ...write, base: (last.write as typeof write).base }, key })
    }
    case 'deletion': {
      if (queue.some((one) => isLike(write)(one) && one.state !== 'refused')) return NOTHING
      // Nothing else about it matters any more.
      const outdated = queue.filter(
        ({ write: other }) => 'playlist' in other && other.playlist.id === write.playlist.id,
      )
      return { removed: outdated.map(({ id }) => id), changed: null, added: entry }
    }
    case 'unheard':
      return queue.some((one) => isLike(write)(one) && one.state !== 'refused') ? NOTHING : added(entry)
    case 'tags':
    case 'creation':
      return added(entry)
  }
}

const NOTHING: Merge = { removed: [], changed: null, added: null }
const added = (entry: NewWrite): Merge => ({ ...NOTHING, added: entry })
const changed = (row: Waiting): Merge => ({ ...NOTHING, changed: row })

function mergeFields(queue: readonly Waiting[], entry: NewWrite, write: FieldWrite, key: string): Merge {
  const same = queue.find(isLike(write))
  if (!same) {
    const left = entry.isTried ? write : withoutUnchanged(write, [])
    return left ? added({ ...entry, write: left }) : NOTHING
  }
  const before = same.write as FieldWrite
  const tried = entry.isTried ? [...same.tried, write.change] : same.tried
  const all = { ...write, change: { ...before.change, ...write.change }, base: { ...write.base, ...before.base } }
  const merged = withoutUnchanged(all as FieldWrite, tried)
  if (!merged) return { ...NOTHING, removed: [same.id] }
  const isTried = same.isTried || entry.isTried
  const state = same.state === 'conflict' ? ('conflict' as const) : ('waiting' as const)
  return changed({ ...same, write: merged, tried, isTried, state, refusal: null, key })
}

/**
 * Leaves out fields that are as the member saw them, unless the server may have another value from this device.
 *
 * @returns null if none is left
 */
function withoutUnchanged(write: FieldWrite, tried: readonly Fields[]): FieldWrite | null {
  const { change, base } = write as { change: Fields; base: Fields }
  const names = (Object.keys(change) as (keyof Fields)[]).filter(
    (name) => change[name] !== base[name] || tried.some((values) => name in values),
  )
  if (names.length === 0) return null
  return { ...write, change: pick(change, names), base: pick(base, names) }
}

function pick(fields: Fields, names: readonly (keyof Fields)[]): Fields {
  return Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]))
}

/**
 * Of a switch the last position counts. Back where it was, nothing is left to send, unless the server may have the other.
 *
 * @param outdated  ids of writes that the new one makes pointless
 */
function mergeSwitch<W extends Write>(
  queue: readonly Waiting[],
  entry: NewWrite,
  isOn: (write: W) => boolean,
  outdated: readonly number[] = [],
): Merge {
  const same = queue.find(isLike(entry.write))
  if (!same) return { removed: outdated, changed: null, added: entry }
  const isEqual = isOn(same.write as W) === isOn(entry.write as W)
  if (isEqual && same.state !== 'refused') return NOTHING
  const removed = [...outdated, same.id]
  if (!isEqual && !same.isTried && !entry.isTried) return { removed, changed: null, added: null }
  // At the end, because of a playlist the order counts.
  return { removed, changed: null, added: { ...entry, isTried: entry.isTried || same.isTried } }
}

/** Moves of a work within a playlist, which are pointless once it is removed. */
function movesOf(queue: readonly Waiting[], { playlist, work }: Extract<Write, { kind: 'membership' }>): number[] {
  return queue
    .filter(({ write }) => write.kind === 'move' && write.playlist.id === playlist.id && write.work.id === work.id)
    .map(({ id }) => id)
}

/** Whether a waiting write is of the same kind, and about the same. */
function isLike(write: Write) {
  return ({ write: other }: Waiting): boolean =>
    other.kind === write.kind &&
    ('work' in write ? write.work.id : null) === ('work' in other ? other.work.id : null) &&
    ('tag' in write ? write.tag.id : null) === ('tag' in other ? other.tag.id : null) &&
    ('day' in write ? write.day : null) === ('day' in other ? other.day : null) &&
    ('playlist' in write ? write.playlist.id : null) === ('playlist' in other ? other.playlist.id : null)
}

/** Returns a row for a write that is added. */
export function waitingOf(entry: NewWrite, account: number): Omit<Waiting, 'id'> {
  const tried = entry.isTried && isFieldWrite(entry.write) ? [entry.write.change] : []
  return { ...entry, account, tried, state: 'waiting', refusal: null, present: null }
}
