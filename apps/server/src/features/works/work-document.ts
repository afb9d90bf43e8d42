import { type BareWork, toBareWork, type WorkParts } from './work-mapper.ts'

/**
 * A work's JSON in pieces that, concatenated, are complete except for the covers' URLs, what depends on the visitor,
 * and the closing brace.
 */
export type DocumentPieces = {
  /** Specific to this work. */
  own: string
  /** Shared with others: tags, voice actors, the circle, and fields that are empty in most works. */
  common: string[]
}

/** Divides a work where it is likely to equal others, so that shared parts are in memory once. */
export function documentPieces(parts: WorkParts): DocumentPieces {
  const { tags, vas, circle_id, name, circle, ...rest } = toBareWork(parts)
  const { source_type, rank, language_editions, original_workno, ...others } = rest
  const { other_language_editions_in_db, translation_info, ...own } = others
  const editions = {
    source_type,
    rank,
    language_editions,
    original_workno,
    other_language_editions_in_db,
    translation_info,
  }
  const makers = { circle_id, name, circle } satisfies Partial<BareWork>
  const lists = [...listPieces(',"tags":[', tags), ...listPieces('],"vas":[', vas), `],${fields(makers)}`]
  return hasEditions(rest)
    ? { own: `{${fields(own)},${fields(editions)}`, common: lists }
    : { own: `{${fields(own)}`, common: [`,${fields(editions)}`, ...lists] }
}

function hasEditions({ rank, language_editions, original_workno, other_language_editions_in_db }: EditionFields) {
  return (
    rank !== null ||
    original_workno !== null ||
    language_editions.length > 0 ||
    other_language_editions_in_db.length > 0
  )
}

type EditionFields = Pick<BareWork, 'rank' | 'language_editions' | 'original_workno' | 'other_language_editions_in_db'>

/** `opening` precedes the first item, commas the others. */
function listPieces(opening: string, items: readonly unknown[]): string[] {
  if (items.length === 0) return [opening]
  return items.map((item, index) => (index === 0 ? opening : ',') + JSON.stringify(item))
}

function fields(object: object): string {
  return JSON.stringify(object).slice(1, -1)
}
