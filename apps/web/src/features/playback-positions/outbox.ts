import { MAX_POSITIONS, type TrackPosition } from '#features/player/index.ts'
import { listOf, number, objectOf, text, wholeNumber } from '#lib/readers.ts'
import { readJson, writeJson, type deviceStorage } from '#lib/storage/browser-storage.ts'

const KEY = 'places-unsent'

/** Maximum number of accounts with unsent positions; the least recently used are dropped. */
export const MAX_ACCOUNTS = 8

const readWhere = objectOf({ hash: text(100, /^\d+\/\d+$/), seconds: number(0), atMs: number(0) })
const readStored = objectOf({
  /** Positions saved on this device before this time already belong to an account. */
  claimedMs: number(0),
  accounts: listOf(objectOf({ id: wholeNumber(1), places: listOf(readWhere) })),
})
type Stored = { claimedMs: number; accounts: { id: number; places: TrackPosition[] }[] }

export type Outbox = ReturnType<typeof createOutbox>

/**
 * An account's unsent positions, saved on the device: those played while it was logged in, and those that belonged to
 * no account before. They never move to another account.
 */
export function createOutbox(storage: typeof deviceStorage, account: number) {
  // Not cached, because other tabs write too.
  const read = (): Stored => readJson(storage, KEY, readStored) ?? { claimedMs: 0, accounts: [] }
  const placesIn = ({ accounts }: Stored) => accounts.find(({ id }) => id === account)?.places ?? []

  function write({ accounts }: Stored, claimedMs: number, places: TrackPosition[]) {
    const others = accounts.filter(({ id }) => id !== account)
    const all = places.length > 0 ? [...others, { id: account, places: places.slice(-MAX_POSITIONS) }] : others
    writeJson(storage, KEY, { claimedMs, accounts: all.slice(-MAX_ACCOUNTS) } satisfies Stored)
  }

  return {
    /** Claims the positions saved on this device since the last call. */
    claim(written: readonly TrackPosition[], nowMs: number): void {
      const stored = read()
      // After the clock was set back, new positions would seem older than the last claim.
      const sinceMs = Math.min(stored.claimedMs, nowMs)
      const fresh = written.filter(({ atMs }) => (atMs > sinceMs && atMs <= nowMs) || (atMs === 0 && sinceMs === 0))
      if (fresh.length === 0 && sinceMs === stored.claimedMs) return
      const hashes = new Set(fresh.map(({ hash }) => hash))
      const saved = placesIn(stored).filter(({ hash }) => !hashes.has(hash))
      const claimedMs = fresh.reduce((latest, { atMs }) => Math.max(latest, atMs), sinceMs)
      write(stored, claimedMs, [...saved, ...fresh.map(({ hash, seconds, atMs }) => ({ hash, seconds, atMs }))])
    },
    /** Oldest first. */
    unsent: (): TrackPosition[] => placesIn(read()),
    /** Removes positions that the server now has, unless their tracks have newer ones. */
    sent(places: readonly TrackPosition[]): void {
      const stored = read()
      const done = new Set(places.map(({ hash, atMs }) => `${hash} ${atMs}`))
      write(
        stored,
        stored.claimedMs,
        placesIn(stored).filter(({ hash, atMs }) => !done.has(`${hash} ${atMs}`)),
      )
    },
  }
}
