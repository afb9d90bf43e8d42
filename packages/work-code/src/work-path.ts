import { parseWorkCode } from './work-code.ts'

/** What a work's address is made of, named as the API names it. */
export type WorkAddress = { id: number; source_id?: string | null; source_type?: string | null }

/** The source whose ids are work codes; one of its works without a code is known by its id alone. */
const STOREFRONT = 'DLSITE'

/**
 * The preferred path of a work's page, each part percent-encoded:
 * `/work/RJ01234567` for an RJ work, `/work/{id}/{source_type}/{source_id}` for VJ, BJ and other sources, and
 * `/work/{id}` when the work has no code and no source of its own.
 */
export function workPath(work: WorkAddress): string {
  const sourceType = work.source_type ?? ''
  const sourceId = work.source_id ?? ''
  const code = parseWorkCode(sourceId)
  // A code that belongs to another id would lead to another work.
  if (code?.prefix === 'RJ' && code.id === work.id) return `/work/${code.code}`
  const isNamed = code !== null || sourceType !== STOREFRONT
  if (!isNamed || !isSegment(sourceType) || !isSegment(sourceId)) return `/work/${work.id}`
  return `/work/${work.id}/${segment(sourceType)}/${segment(code?.code ?? sourceId)}`
}

/** Empty and dot segments do not survive in a URL: browsers drop or resolve them. */
function isSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..'
}

function segment(text: string): string {
  // By hand, for browsers without `toWellFormed`.
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
}
