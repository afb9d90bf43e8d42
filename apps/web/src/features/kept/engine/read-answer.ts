import { isForeignFile } from '#lib/api/is-foreign-file.ts'

import { KeepError, whyNotGiven } from './keep-error.ts'
import type { Version } from './stored-file.ts'

/** `ended`: the file ends where the range begins. `changed`: it is another version than what has arrived. */
export type FileAnswer = { version: Version; promisedBytes: number | null } | { endsAt: number } | 'changed'

/**
 * Reads the head of an answer to a request for a range of a file.
 *
 * @param start     the first byte that was asked for
 * @param expected  the version of what has arrived; null if nothing has
 * @throws {KeepError} it is no answer with the file
 */
export function readAnswer(answer: Response, start: number, expected: Version | null): FileAnswer {
  const { status, headers } = answer
  if (isForeignFile(answer)) throw new KeepError('foreign')
  const range = headers.get('content-range') ?? ''
  if (status === 416) {
    const size = numberIn(/^bytes \*\/(\d+)$/, range) ?? start
    return size === start && (expected?.sizeBytes ?? size) === size ? { endsAt: size } : 'changed'
  }
  const etag = headers.get('etag')
  const contentType = headers.get('content-type') ?? ''
  if (status === 200) {
    // It begins at the first byte: the file has changed, or what is in between knows no ranges.
    if (expected) return 'changed'
    const length = headers.has('content-encoding') ? null : numberIn(/^(\d+)$/, headers.get('content-length') ?? '')
    return { version: { sizeBytes: length, etag, contentType }, promisedBytes: length }
  }
  if (status !== 206) throw whyNotGiven(answer)
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(range) ?? []
  if (first === undefined || Number(first) !== start) throw new KeepError('refused')
  const sizeBytes = total === '*' ? (expected?.sizeBytes ?? null) : Number(total)
  if (expected && (etag !== expected.etag || sizeBytes !== expected.sizeBytes)) return 'changed'
  return { version: { sizeBytes, etag, contentType }, promisedBytes: Number(last) - start + 1 }
}

function numberIn(pattern: RegExp, text: string): number | null {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? null : Number(found)
}
