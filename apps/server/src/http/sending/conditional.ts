import type { IncomingHttpHeaders } from 'node:http'

/** The validators of a file's state. */
export type Validators = {
  /** Quoted: `"…"`, or `W/"…"` if weak. */
  etag: string
  /** Milliseconds since 1970; undefined if unknown. */
  modifiedMs?: number
}

/**
 * Evaluates the conditional headers of a GET or HEAD in the order of RFC 9110 section 13.2.2, except `If-Range`.
 *
 * @returns whether to send the file, 304 or 412
 */
export function checkConditions(headers: IncomingHttpHeaders, now: Validators): 'send' | 'notModified' | 'failed' {
  const ifMatch = headers['if-match']
  if (ifMatch !== undefined) {
    if (!listsEtag(ifMatch, now.etag, 'strong')) return 'failed'
  } else if (isModifiedSince(headers['if-unmodified-since'], now) === true) return 'failed'

  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined) return listsEtag(ifNoneMatch, now.etag, 'weak') ? 'notModified' : 'send'
  return isModifiedSince(headers['if-modified-since'], now) === false ? 'notModified' : 'send'
}

/** Whether a `Range` applies: an `If-Range` must match exactly this state, by a strong ETag or by date. */
export function mayAnswerRange(headers: IncomingHttpHeaders, now: Validators): boolean {
  const ifRange = headers['if-range']
  if (ifRange === undefined) return true
  const text = String(ifRange).trim()
  if (text.startsWith('"') || text.startsWith('W/')) return text === now.etag
  return now.modifiedMs !== undefined && readHttpDate(text) === wholeSeconds(now.modifiedMs)
}

function listsEtag(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (header.trim() === '*') return true
  const listed: string[] = header.match(/(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g) ?? []
  if (comparison === 'strong') return !isWeak(etag) && listed.includes(etag)
  const opaque = withoutWeakness(etag)
  return listed.some((one) => withoutWeakness(one) === opaque)
}

function isWeak(etag: string): boolean {
  return etag.startsWith('W/')
}

function withoutWeakness(etag: string): string {
  return isWeak(etag) ? etag.slice(2) : etag
}

/** Returns undefined if the header is absent or no valid date, and so is ignored. */
function isModifiedSince(header: string | undefined, { modifiedMs }: Validators): boolean | undefined {
  const since = header === undefined ? null : readHttpDate(header)
  if (since === null || modifiedMs === undefined) return undefined
  return wholeSeconds(modifiedMs) > since
}

function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1_000) * 1_000
}

/** Parses the three forms of an HTTP date, all in GMT; null for anything else. */
function readHttpDate(text: string): number | null {
  const date = text.trim()
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(date)) return null
  const ms = Date.parse(date.endsWith('GMT') ? date : `${date} GMT`)
  return Number.isNaN(ms) ? null : ms
}
