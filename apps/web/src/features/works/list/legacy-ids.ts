import { getCircle, getTag, getVoiceActor } from '@otodana/contract'
import { printKeyword, special, parseKeyword } from '@otodana/keyword'

import { ApiError, type Api } from '#lib/api/api.ts'

import type { WorksSearch } from '../works-search.ts'

/**
 * Converts an old URL to a search: adds a term with each id's name to the keyword. Invalid or unknown ids are ignored.
 *
 * @throws {ApiError} the names cannot be loaded
 */
export async function withoutLegacyIds(api: Api, search: WorksSearch): Promise<Omit<WorksSearch, LegacyId>> {
  const { circleId, tagId, vaId, ...rest } = search
  const [circle, tag, va] = await Promise.all([
    isNumber(circleId) ? found(api(getCircle, { params: { id: Number(circleId) } })) : undefined,
    isNumber(tagId) ? found(api(getTag, { params: { id: Number(tagId) } })) : undefined,
    isUuid(vaId) ? found(api(getVoiceActor, { params: { id: vaId } })) : undefined,
  ])
  const terms = [
    circle && special('circle', circle.name),
    tag && special('tag', tag.name),
    va && special('va', va.name),
  ].filter((term) => term !== undefined)
  const keyword = printKeyword(parseKeyword([...terms, rest.keyword ?? ''].join(' ')))
  return { ...rest, keyword: keyword === '' ? undefined : keyword }
}

type LegacyId = 'circleId' | 'tagId' | 'vaId'

function isNumber(id: string | undefined): id is string {
  return id !== undefined && /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
}

function isUuid(id: string | undefined): id is string {
  return id !== undefined && /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(id)
}

/** Returns undefined if it does not exist. */
async function found<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return undefined
    throw error
  }
}
