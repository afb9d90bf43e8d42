import type { Pagination, RecommendationReason } from '@otodana/contract'

import type { Take } from '#http/sending/reused-buffers.ts'

import { inAscii } from './in-ascii.ts'
import { NOTHING_PERSONAL, type PersonalFields } from './personal-fields.ts'
import type { WorkDocument } from './work-documents.ts'
import { coverUrls } from './work-mapper.ts'

const BEGIN = Buffer.from('{"works":[')
const COMMA = 0x2c
/** The personal fields of a visitor without an account. */
const NO_FIELDS = personalTail(NOTHING_PERSONAL)

type Options = {
  /** Prefix of absolute URLs. */
  siteUrl: string
  /** The visitor's personal fields by work, because documents are shared; null: anonymous. */
  fields: ReadonlyMap<number, PersonalFields> | null
  /** Whether each work contains its languages. */
  hasLanguages?: boolean
  /** Why these works are recommended, if requested. */
  reasons?: readonly RecommendationReason[] | undefined
  /** Whether places in the list say something, if requested. */
  isRanked?: boolean | undefined
  /** Allocates the buffer. */
  take: Take
}

/** Assembles a page of works as JSON in UTF-8 from cached documents. */
export function listAnswer(
  works: readonly WorkDocument[],
  pagination: Pagination,
  { siteUrl, fields, hasLanguages, reasons, isRanked, take }: Options,
): Buffer {
  const quotedSiteUrl = inAscii(JSON.stringify(siteUrl).slice(0, -1))
  const tails = works.map(({ id, languages }) => {
    const own = fields?.get(id)
    const added = hasLanguages ? `,${languages.toString('latin1')}` : ''
    return coverFields(id, quotedSiteUrl) + added + (own ? personalTail(own) : NO_FIELDS)
  })
  const why = reasons === undefined ? '' : `,"reasons":${inAscii(JSON.stringify(reasons))}`
  const ranks = isRanked === undefined ? '' : `,"isRanked":${isRanked}`
  const end = `],"pagination":${JSON.stringify(pagination)}${why}${ranks}}`
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

/** Numbers, UUIDs and names of progress, all ASCII. */
function personalTail({ userRating, playlistStatus, edition_progress: progress }: PersonalFields): string {
  const editions = progress === undefined ? '' : `,"edition_progress":${JSON.stringify(progress)}`
  return `,"userRating":${userRating},"playlistStatus":${JSON.stringify(playlistStatus)}${editions}}`
}

/** The paths need no escaping, and the siteUrl is already quoted. */
function coverFields(id: number, quotedSiteUrl: string): string {
  const { samCoverUrl, thumbnailCoverUrl, mainCoverUrl } = coverUrls(id, quotedSiteUrl)
  return `,"samCoverUrl":${samCoverUrl}","thumbnailCoverUrl":${thumbnailCoverUrl}","mainCoverUrl":${mainCoverUrl}"`
}
