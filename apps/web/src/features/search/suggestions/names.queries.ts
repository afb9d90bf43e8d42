import type { CountedTag } from '@otodana/contract'
import { prepareNames, type KnownName, type NameList } from '@otodana/keyword'
import { queryOptions, type QueryClient } from '@tanstack/react-query'

import { tagForms } from '#features/works/index.ts'
import type { Api } from '#lib/api/api.ts'
import { namesQuery, type NameKind } from '#lib/queries/names-query.ts'

import { inSlices } from './in-slices.ts'

/** Equal to that of the underlying lists. */
const FRESH_MS = 5 * 60_000

export type KnownTag = KnownName & { tag: CountedTag }

/** The names for suggestions, indexed; about 25,000 on a large site. */
export const suggestedNames = {
  tags: (api: Api) =>
    queryOptions({
      ...shared('tag'),
      queryFn: async ({ signal, client }): Promise<NameList<KnownTag>> => {
        const tags = await namesFrom(client, api, 'tags')
        const known = tags.map((tag) => ({ name: tag.name, count: tag.count, aliases: tagForms(tag), tag }))
        return inSlices(prepareNames(known), signal)
      },
    }),
  circles: (api: Api) =>
    queryOptions({
      ...shared('circle'),
      queryFn: async ({ signal, client }): Promise<NameList> =>
        inSlices(prepareNames(named(await namesFrom(client, api, 'circles'))), signal),
    }),
  voiceActors: (api: Api) =>
    queryOptions({
      ...shared('va'),
      queryFn: async ({ signal, client }): Promise<NameList> =>
        inSlices(prepareNames(named(await namesFrom(client, api, 'vas'))), signal),
    }),
}

/** Shared by the search box and the lists of names. */
function namesFrom<K extends NameKind>(client: QueryClient, api: Api, kind: K) {
  return client.fetchQuery(namesQuery(api, kind))
}

function shared<K extends string>(kind: K) {
  return {
    queryKey: ['suggestedNames', kind] as const,
    staleTime: FRESH_MS,
    gcTime: Infinity,
    // Comparing two large lists would be slow.
    structuralSharing: false,
  }
}

/** The unknown circle has no name. */
function named<N extends KnownName>(names: readonly N[]): N[] {
  return names.filter(({ name }) => name !== '')
}
