/** Inclusive, counted from 0. */
export type ByteRange = { start: number; end: number }

export type RangeAnswer = { kind: 'whole' } | ({ kind: 'part' } & ByteRange) | { kind: 'unsatisfiable' }

const WHOLE: RangeAnswer = { kind: 'whole' }
const UNSATISFIABLE: RangeAnswer = { kind: 'unsatisfiable' }

/**
 * Parses a `Range` header (RFC 9110 section 14).
 *
 * Malformed headers and units other than bytes are ignored. So are headers with several ranges, as the RFC allows:
 * players and download tools request one at a time, and multipart responses would only help an attacker multiply work.
 *
 * @param header     undefined if absent
 * @param sizeBytes  of the whole file
 * @returns the whole file, one range that is never empty, or that the range is unsatisfiable (416)
 */
export function readByteRange(header: string | undefined, sizeBytes: number): RangeAnswer {
  const set = /^bytes=(.*)$/is.exec(header ?? '')?.[1]
  if (set === undefined) return WHOLE
  // Lists may have empty elements, which are ignored.
  const specs = set
    .split(',')
    .map((spec) => spec.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((spec) => spec !== '')
  if (specs.length !== 1) return WHOLE
  const [, first, last] = /^(\d*)-(\d*)$/.exec(specs[0]!) ?? []
  if (first === undefined || last === undefined) return WHOLE
  return first === '' ? suffix(last, sizeBytes) : fromStart(first, last, sizeBytes)
}

function suffix(length: string, sizeBytes: number): RangeAnswer {
  if (length === '') return WHOLE
  const wanted = BigInt(length)
  if (wanted === 0n) return UNSATISFIABLE
  // "The last n bytes" of an empty file are valid, but not a range, which has at least one byte.
  if (sizeBytes === 0) return WHOLE
  const start = wanted >= BigInt(sizeBytes) ? 0 : sizeBytes - Number(wanted)
  return { kind: 'part', start, end: sizeBytes - 1 }
}

function fromStart(first: string, last: string, sizeBytes: number): RangeAnswer {
  // BigInt, because two different numbers beyond 2^53 may be equal as doubles.
  const start = BigInt(first)
  const end = last === '' ? null : BigInt(last)
  if (end !== null && end < start) return WHOLE
  if (start >= BigInt(sizeBytes)) return UNSATISFIABLE
  return {
    kind: 'part',
    start: Number(start),
    end: end === null || end >= BigInt(sizeBytes) ? sizeBytes - 1 : Number(end),
  }
}
