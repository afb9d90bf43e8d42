import type { CatalogueQuery, CountQuery, Narrowing, WorkScope } from '@otodana/catalogue'
import { type CountsBody, MAX_COUNTED_NAMES, type WorksBody, type WorksQuery } from '@otodana/contract'
import { parseKeyword } from '@otodana/keyword'
import { parseWorkRef } from '@otodana/work-code'

/** What the listed works belong to, in addition to the keyword. */
export type ListScope = WorkScope & Pick<CatalogueQuery, 'alsoIn'>

/** A list's parameters, from a query or a body. */
export type WorksRequest = WorksBody & ListScope

export function fromQuery({ 'withPlaylistStatus[]': withPlaylistStatus, ...query }: WorksQuery): WorksRequest {
  return { ...query, withPlaylistStatus, localSubtitledWorks: [] }
}

/** The filters of a list, as sent by clients. */
export type NarrowingRequest = Pick<WorksBody, 'keyword' | 'subtitle' | 'localSubtitledWorks'> &
  Partial<Pick<WorksBody, 'lyric' | 'nsfw'>>

export function toNarrowing({ keyword, localSubtitledWorks, nsfw = 0, ...request }: NarrowingRequest): Narrowing {
  return {
    terms: toTerms(keyword),
    ...(isSubtitled(request) ? { isSubtitled: true, locallySubtitledIds: workIds(localSubtitledWorks) } : {}),
    ...(nsfw === 0 ? {} : { isNsfw: nsfw === 2 }),
  }
}

function isSubtitled({ subtitle, lyric = '' }: Pick<NarrowingRequest, 'subtitle' | 'lyric'>): boolean {
  return subtitle === 1 || lyric !== ''
}

/** Names contain a space where their source had a NUL. */
function toTerms(keyword: string): Narrowing['terms'] {
  return parseKeyword(keyword.replaceAll('\0', ' '))
}

/** Converts a request to a query of the read model. It has no `betterRandom`: the caller selects one work. */
export function toCatalogueQuery(request: WorksRequest): CatalogueQuery {
  const { order, sort, seed, page, pageSize } = request
  return {
    ...toNarrowing(request),
    ...scopeOf(request),
    order: order === 'betterRandom' ? 'id' : order,
    direction: sort,
    seed,
    offset: (page - 1) * pageSize,
    limit: pageSize,
    hidesTranslations: request.includeTranslationWorks === 0,
    ...(request.editions === 'one' ? { oneEditionIn: request.editionLanguages } : {}),
  }
}

function scopeOf({ workId, circleId, tagId, voiceActorId, staffId, alsoIn }: ListScope): ListScope {
  return {
    ...(workId === undefined ? {} : { workId }),
    ...(circleId === undefined ? {} : { circleId }),
    ...(tagId === undefined ? {} : { tagId }),
    ...(voiceActorId === undefined ? {} : { voiceActorId }),
    ...(staffId === undefined ? {} : { staffId }),
    ...(alsoIn === undefined ? {} : { alsoIn }),
  }
}

/** Converts a request for counts to a query of the read model for each group. */
export function toCountQueries({ groups, localSubtitledWorks, editions }: CountsBody): CountQuery[] {
  const locallySubtitledIds = workIds(localSubtitledWorks)
  return groups.map(({ keyword, subtitle, choices, names }) => ({
    narrowing: { terms: toTerms(keyword), ...(subtitle === 1 ? { isSubtitled: true, locallySubtitledIds } : {}) },
    isOneEach: editions === 'one',
    choices: choices.map(toTerms),
    ...(names && { names }),
    limit: MAX_COUNTED_NAMES,
  }))
}

/**
 * Returns a key that is equal for requests with equal answers. Null if the answer is specific to a visitor or random.
 */
export function listKey(request: WorksRequest): string | null {
  const { order, sort, page, pageSize, keyword, includeTranslationWorks, localSubtitledWorks, nsfw } = request
  const subtitled = isSubtitled(request)
  if (order === 'betterRandom' || (subtitled && localSubtitledWorks.length > 0)) return null
  const seed = order === 'random' ? request.seed : ''
  const editions = request.editions === 'one' ? request.editionLanguages.join() : 'all'
  const filters = `${Number(subtitled)} ${nsfw} ${includeTranslationWorks} ${editions} ${request.withEditions}`
  return `${order} ${sort} ${page} ${pageSize} ${seed} ${filters} ${JSON.stringify(scopeOf(request))} ${keyword.trim()}`
}

/** The usual spelling of codes, parsed several times faster: lists have up to two hundred thousand. */
const COMMON_CODE = /^RJ\d{6,8}$/

/** A visitor may have subtitles for unknown works: such entries are ignored. */
function workIds(refs: readonly (number | string)[]): number[] {
  const ids: number[] = []
  for (const ref of refs) {
    const id = typeof ref === 'number' ? ref : COMMON_CODE.test(ref) ? Number(ref.slice(2)) : parseWorkRef(ref)
    if (id !== null) ids.push(id)
  }
  return ids
}
