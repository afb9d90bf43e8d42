import type { CatalogueQuery, Narrowing } from '@otodana/catalogue'
import type { WorksBody, WorksQuery } from '@otodana/contract'
import { parseKeyword } from '@otodana/keyword'
import { parseWorkRef } from '@otodana/work-code'

/** Whose works a list is about, beside what its keyword says. */
export type ListScope = { circleId?: number; tagId?: number; voiceActorId?: string }

/** What is asked of a list, in whichever of the ways it came. */
export type WorksRequest = WorksBody & ListScope

export function fromQuery({ 'withPlaylistStatus[]': withPlaylistStatus, ...query }: WorksQuery): WorksRequest {
  return { ...query, withPlaylistStatus, localSubtitledWorks: [] }
}

/** What narrows a list of works, as clients send it. */
export type NarrowingRequest = Pick<WorksBody, 'keyword' | 'subtitle' | 'localSubtitledWorks'>

export function toNarrowing({ keyword, subtitle, localSubtitledWorks }: NarrowingRequest): Narrowing {
  return {
    // Names hold a space where their source had a NUL.
    terms: parseKeyword(keyword.replaceAll('\0', ' ')),
    ...(subtitle === 1 ? { isSubtitled: true, locallySubtitledIds: workIds(localSubtitledWorks) } : {}),
  }
}

/** The question as the read model takes it. `betterRandom` has no order of its own: it is for the caller to choose one. */
export function toCatalogueQuery(request: WorksRequest): CatalogueQuery {
  const { order, sort, seed, page, pageSize, circleId, tagId, voiceActorId } = request
  return {
    ...toNarrowing(request),
    order: order === 'betterRandom' ? 'id' : order,
    direction: sort,
    seed,
    offset: (page - 1) * pageSize,
    limit: pageSize,
    hidesTranslations: request.includeTranslationWorks === 0,
    ...(circleId === undefined ? {} : { circleId }),
    ...(tagId === undefined ? {} : { tagId }),
    ...(voiceActorId === undefined ? {} : { voiceActorId }),
  }
}

/**
 * A name for the list that is asked for: equal for requests with the same answer. Null when the list is one visitor's
 * alone or another one each time.
 */
export function listKey(request: WorksRequest): string | null {
  const { order, sort, page, pageSize, subtitle, keyword, includeTranslationWorks, localSubtitledWorks } = request
  if (order === 'betterRandom' || (subtitle === 1 && localSubtitledWorks.length > 0)) return null
  const seed = order === 'random' ? request.seed : ''
  const scope = `${request.circleId ?? ''} ${request.tagId ?? ''} ${request.voiceActorId ?? ''}`
  return `${order} ${sort} ${page} ${pageSize} ${seed} ${subtitle} ${includeTranslationWorks} ${scope} ${keyword.trim()}`
}

/** How nearly all codes are written, read several times faster: lists have up to two hundred thousand. */
const COMMON_CODE = /^RJ\d{6,8}$/

/** Subtitles of a visitor's own may be for what is no work of any library: such entries say nothing. */
function workIds(refs: readonly (number | string)[]): number[] {
  const ids: number[] = []
  for (const ref of refs) {
    const id = typeof ref === 'number' ? ref : COMMON_CODE.test(ref) ? Number(ref.slice(2)) : parseWorkRef(ref)
    if (id !== null) ids.push(id)
  }
  return ids
}
