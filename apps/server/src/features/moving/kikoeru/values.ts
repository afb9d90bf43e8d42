import { MAX_POSITION_SECONDS, MAX_REVIEW_LENGTH, type Progress, progresses } from '@otodana/contract'
import { findWorkCodes, parseWorkCode, workIdOf } from '@otodana/work-code'

import type { ForeignValue } from '#db/foreign-sqlite.ts'
import { cleanText, cut } from '#features/metadata/index.ts'

import type { TrackRef } from '../members/find-track.ts'

/** One fork's ids are a storefront's number times this, plus the digits of the code. */
const STOREFRONT = 1_000_000_000_000
const MAX_DIGITS = 99_999_999
const MAX_PATH = 4_000
const EARLIEST_MS = Date.UTC(2000, 0, 1)

/**
 * Returns the id of a work that kikoeru names by its digits, as a number or a text, or by its code.
 *
 * @param folder  the work's folder, whose name has the code; needed where digits alone do not tell the storefront
 */
export function readWorkId(value: ForeignValue, folder = ''): number | null {
  const text = String(value ?? '').trim()
  const code = parseWorkCode(text)
  if (code) return code.id
  if (!/^\d{1,16}(\.0)?$/.test(text)) return null
  const number = Number(text)
  const digits = number % STOREFRONT
  if (digits < 1 || digits > MAX_DIGITS) return null
  const named = findWorkCodes(folder).find(({ code: found }) => Number(found.slice(2)) === digits)
  if (named) return named.id
  return number < STOREFRONT ? workIdOf('RJ', digits) : null
}

/** Reads a time in UTC, as text or as milliseconds. A time in the future becomes `now`. */
export function readTime(value: ForeignValue, now: number): number | null {
  const text = String(value ?? '').trim()
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(?:Z|\+00:?00)?)?$/.exec(text)
  const time =
    typeof value === 'number' || /^\d{12,14}(\.0)?$/.test(text)
      ? Number(text)
      : match
        ? Date.parse(`${match[1]}T${match[2] ?? '00:00'}Z`)
        : NaN
  return time >= EARLIEST_MS ? Math.min(Math.round(time), now) : null
}

/** @returns undefined if it is neither 1 to 5 stars nor none */
export function readRating(value: ForeignValue): number | null | undefined {
  if (value === null || value === '' || Number(value) === 0) return null
  const stars = Number(value)
  return Number.isInteger(stars) && stars >= 1 && stars <= 5 ? stars : undefined
}

/** @returns undefined if it is unknown */
export function readProgress(value: ForeignValue): Progress | null | undefined {
  if (value === null || value === '') return null
  return progresses.find((progress) => progress === value)
}

/** A review's text; a longer one is cut. */
export function readReviewText(value: ForeignValue): { text: string | null; isCut: boolean } {
  const text = cleanText(String(value ?? ''))
  return { text: cut(text, MAX_REVIEW_LENGTH) || null, isCut: text.length > MAX_REVIEW_LENGTH }
}

/** @returns null if the text is not JSON of that kind */
export function readJson(value: ForeignValue, kind: 'list' | 'object'): unknown[] | Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(String(value ?? ''))
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed) !== (kind === 'list')) return null
    return parsed as unknown[] | Record<string, unknown>
  } catch {
    return null
  }
}

/** Where a work was left. */
export type PlayState = { track: TrackRef; seconds: number }

/**
 * Reads `{queue: [{title, mediaStreamUrl, …}], index, seconds}`. A track's hash is no help: it counts the files of the folder as
 * they were.
 */
export function readPlayState(value: ForeignValue): PlayState | null {
  const state = readJson(value, 'object')
  if (!state || Array.isArray(state)) return null
  const { queue, index, seconds } = state
  const track: unknown = Array.isArray(queue) ? queue[Number(index ?? 0)] : undefined
  const left = Number(seconds)
  if (typeof track !== 'object' || track === null || !(left >= 0 && left <= MAX_POSITION_SECONDS)) return null
  const { title: given, path, mediaDownloadUrl, mediaStreamUrl } = track as Record<string, unknown>
  const title = storable(given)
  if (!title) return null
  // Without an offload server an address ends with the hash.
  const address = [path, mediaDownloadUrl, mediaStreamUrl]
    .map((url) => storable(typeof url === 'string' ? decoded(url) : null))
    .find((url) => url?.endsWith(title))
  return { track: { title, ...(address ? { path: address } : {}) }, seconds: left }
}

/** Without what PostgreSQL cannot store; null: no text, or a longer one than a path can be. */
function storable(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_PATH) return null
  return value.replaceAll('\0', ' ').toWellFormed()
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address.replace(/[?#].*$/, ''))
  } catch {
    return address
  }
}
