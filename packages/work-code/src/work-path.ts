import { parseWorkCode } from './work-code.ts'

/** The fields of a work that its path depends on, named as in the API. */
export type WorkAddress = { id: number; source_id?: string | null; source_type?: string | null }

/** The source whose ids are work codes. Its works without a code are identified by id alone. */
const STOREFRONT = 'DLSITE'

/**
 * Returns the path of a work's page, each part percent-encoded: `/work/RJ01234567` for an RJ work,
 * `/work/{id}/{source_type}/{source_id}` for VJ, BJ and other sources, and `/work/{id}` for a work without code or
 * source.
 */
export function workPath(work: WorkAddress): string {
  const sourceType = work.source_type ?? ''
  const sourceId = work.source_id ?? ''
  const code = parseWorkCode(sourceId)
  // A code that belongs to another id would link to another work.
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
  // Some supported browsers lack `toWellFormed`.
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
}
