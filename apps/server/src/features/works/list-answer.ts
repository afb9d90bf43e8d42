import type { Pagination } from '@otodana/contract'

import type { Take } from '#http/reused-buffers.ts'

import type { WorkDocument } from './work-documents.ts'
import { coverUrls } from './work-mapper.ts'

const BEGIN = Buffer.from('{"works":[')
const COMMA = 0x2c
/**
 * What a visitor's own fields are for somebody without an account. Members' ratings and playlists take their place here,
 * work by work: documents themselves are everybody's.
 */
const ANONYMOUS_FIELDS = ',"userRating":null,"playlistStatus":{}}'

/**
 * A page of works as JSON in UTF-8, put together from what is ready.
 *
 * @param origin  begins its absolute addresses
 * @param take  gives the memory for it
 */
export function listAnswer(works: readonly WorkDocument[], pagination: Pagination, origin: string, take: Take): Buffer {
  const quotedOrigin = inAscii(JSON.stringify(origin).slice(0, -1))
  const tails = works.map(({ id }) => coverFields(id, quotedOrigin) + ANONYMOUS_FIELDS)
  const end = `],"pagination":${JSON.stringify(pagination)}}`
  let length = BEGIN.length + works.length + end.length
  for (const { own, common } of works) {
    length += own.length
    for (const piece of common) length += piece.length
  }
  for (const tail of tails) length += tail.length

  const answer = take(length)
  answer.set(BEGIN)
  let at = BEGIN.length
  let index = 0
  for (const { own, common } of works) {
    if (index > 0) answer[at++] = COMMA
    answer.set(own, at)
    at += own.length
    for (const piece of common) {
      answer.set(piece, at)
      at += piece.length
    }
    at += answer.write(tails[index++] ?? '', at, 'latin1')
  }
  at += answer.write(end, at, 'latin1')
  return answer.subarray(0, at)
}

/** What stands in the addresses needs no escaping, once the origin has been quoted. */
function coverFields(id: number, quotedOrigin: string): string {
  const { samCoverUrl, thumbnailCoverUrl, mainCoverUrl } = coverUrls(id, quotedOrigin)
  return `,"samCoverUrl":${samCoverUrl}","thumbnailCoverUrl":${thumbnailCoverUrl}","mainCoverUrl":${mainCoverUrl}"`
}

/** JSON whose bytes are as many as its characters. */
function inAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
