/** Both ends are part of it; the first byte is 0. */
export type ByteRange = { start: number; end: number }

export type RangeAnswer = { kind: 'whole' } | ({ kind: 'part' } & ByteRange) | { kind: 'unsatisfiable' }

const WHOLE: RangeAnswer = { kind: 'whole' }
const UNSATISFIABLE: RangeAnswer = { kind: 'unsatisfiable' }

/**
 * Says which bytes a `Range` header asks for, as RFC 9110 section 14 has it.
 *
 * What is malformed or in another unit than bytes is ignored. So is a header with several ranges, which the RFC allows:
 * players and download tools ask for one at a time, and multipart answers would only help an attacker multiply work.
 *
 * @param header     undefined when there is none
 * @param sizeBytes  of the whole file
 * @returns the whole file, one part of it that is never empty, or that no byte of it was asked for (416)
 */
export function readByteRange(header: string | undefined, sizeBytes: number): RangeAnswer {
  const set = /^bytes=(.*)$/is.exec(header ?? '')?.[1]
  if (set === undefined) return WHOLE
  // Lists may hold empty elements, which count for nothing.
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
  // "The last n bytes" of nothing can be answered, but not as a part: a part holds at least one byte.
  if (sizeBytes === 0) return WHOLE
  const start = wanted >= BigInt(sizeBytes) ? 0 : sizeBytes - Number(wanted)
  return { kind: 'part', start, end: sizeBytes - 1 }
}

function fromStart(first: string, last: string, sizeBytes: number): RangeAnswer {
  // Whole numbers of any length: as doubles, two that differ beyond 2^53 could compare as equal.
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
