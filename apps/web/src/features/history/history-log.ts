import type { QueueTrack } from '#features/player/index.ts'
import { flag, listOf, number, objectOf, orNull, text, wholeNumber } from '#lib/readers.ts'
import { readJson, writeJson, type deviceStorage } from '#lib/storage/browser-storage.ts'
import { DEVICE } from '#lib/storage/device-owner.ts'

export const HISTORY_KEY = 'history'

/** Tracks by day stored for one owner; beyond this, those heard longest ago are dropped. */
export const MAX_LOGGED = 500
/** Accounts with stored tracks; beyond this, those used longest ago are dropped. */
export const MAX_ACCOUNTS = 8
const DAY_MS = 86_400_000
/** What a member's device has sent is needed while its totals can still grow. */
const SENT_KEPT_MS = 2 * DAY_MS
const KEPT_MS = 730 * DAY_MS

/** What was heard of a track on one day. */
export type HeardTrack = {
  /** `YYYY-MM-DD`, by this device's calendar. */
  day: string
  hash: string
  title: string
  workId: number
  workTitle: string
  workPath: string
  circle: string
  firstMs: number
  lastMs: number
  heardSeconds: number
  /** The position at the end; 0 if played to the end. */
  seconds: number
  durationSeconds: number | null
}

const readTrack = objectOf({
  day: text(10, /^\d{4}-\d\d-\d\d$/),
  hash: text(100, /^\d+\/\d+$/),
  title: text(2_000),
  workId: wholeNumber(1),
  workTitle: text(2_000),
  workPath: text(2_000, /^\/(?!\/)/),
  circle: text(2_000),
  firstMs: number(0),
  lastMs: number(0),
  heardSeconds: number(0),
  seconds: number(0),
  durationSeconds: orNull(number(0)),
  isSent: flag,
})
type Logged = HeardTrack & { isSent: boolean }
const readOwners = listOf(objectOf({ id: wholeNumber(0), tracks: listOf(readTrack) }))
type Owner = { id: number; tracks: Logged[] }

export type HistoryLog = ReturnType<typeof createHistoryLog>

/** What was heard on this device, by owner: what members have not sent yet, and the history of visitors without an account. */
export function createHistoryLog(storage: typeof deviceStorage) {
  // Not cached, because other tabs write too.
  const read = (): Owner[] => readJson(storage, HISTORY_KEY, readOwners) ?? []
  const tracksOf = (owner: number) => read().find(({ id }) => id === owner)?.tracks ?? []

  function write(owner: number, tracks: readonly Logged[], nowMs: number) {
    const others = read().filter(({ id }) => id !== owner)
    const kept = [...others, { id: owner, tracks: [...tracks] }]
      .map((one) => ({ id: one.id, tracks: keptOf(one.id, one.tracks, nowMs) }))
      .filter((one) => one.tracks.length > 0)
    const accounts = kept.filter(({ id }) => id !== DEVICE)
    // The device's is nowhere else.
    writeJson(storage, HISTORY_KEY, [...kept.filter(({ id }) => id === DEVICE), ...accounts.slice(-MAX_ACCOUNTS)])
  }

  return {
    /** Latest first. */
    tracks: (owner: number): HeardTrack[] => tracksOf(owner).reverse(),
    has: (owner: number, day: string, hash: string): boolean => tracksOf(owner).some(isOf(day, hash)),
    /** Adds what was heard to the totals of its day. */
    add(owner: number, heard: readonly HeardTrack[], nowMs: number): void {
      let tracks = tracksOf(owner)
      for (const one of heard) {
        const before = tracks.find(isOf(one.day, one.hash))
        const sum = {
          ...one,
          firstMs: Math.min(one.firstMs, before?.firstMs ?? Infinity),
          heardSeconds: one.heardSeconds + (before?.heardSeconds ?? 0),
          isSent: false,
        }
        tracks = [...tracks.filter((other) => other !== before), sum]
      }
      write(owner, tracks, nowMs)
    },
    unsent: (owner: number): HeardTrack[] => tracksOf(owner).filter(({ isSent }) => !isSent),
    /** Notes that the server has these totals, unless they have grown meanwhile. */
    sent(owner: number, tracks: readonly HeardTrack[], nowMs: number): void {
      const sums = new Map(tracks.map((one) => [`${one.day} ${one.hash}`, one.heardSeconds]))
      const noted = tracksOf(owner).map((one) =>
        sums.get(`${one.day} ${one.hash}`) === one.heardSeconds ? { ...one, isSent: true } : one,
      )
      write(owner, noted, nowMs)
    },
    remove(owner: number, day: string, workId: number, nowMs: number): void {
      write(
        owner,
        tracksOf(owner).filter((one) => one.day !== day || one.workId !== workId),
        nowMs,
      )
    },
    clear(owner: number, nowMs: number): void {
      write(owner, [], nowMs)
    },
  }
}

function isOf(day: string, hash: string) {
  return (one: HeardTrack) => one.day === day && one.hash === hash
}

function keptOf(owner: number, tracks: readonly Logged[], nowMs: number): Logged[] {
  const sorted = [...tracks].sort((a, b) => a.lastMs - b.lastMs)
  const oldestMs = nowMs - KEPT_MS
  return sorted
    .filter(({ isSent, lastMs }) => lastMs > oldestMs && (owner === DEVICE || !isSent || lastMs > nowMs - SENT_KEPT_MS))
    .slice(-MAX_LOGGED)
}

/** The day of a moment by this device's calendar, `YYYY-MM-DD`. */
export function dayOf(ms: number): string {
  const date = new Date(ms)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

export function dayBefore(day: string): string {
  return daysBefore(day, 1)
}

/** In UTC, where every day has 24 hours. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
}

/** What the log stores of a queued track. */
export function loggedFields({ hash, title, workId, workTitle, workPath, circle, durationSeconds }: QueueTrack) {
  return { hash, title, workId, workTitle, workPath, circle: circle ?? '', durationSeconds }
}
