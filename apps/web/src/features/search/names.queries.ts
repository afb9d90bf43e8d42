import { listCircles, listTags, listVoiceActors, type CountedTag } from '@otodana/contract'
import { prepareNames, type KnownName, type NameList } from '@otodana/keyword'
import { queryOptions } from '@tanstack/react-query'

import { tagForms } from '#features/works/index.ts'
import type { Api } from '#lib/api.ts'

import { inSlices } from './in-slices.ts'

/** Names change with the library: what was loaded serves for a while. */
const FRESH_MS = 10 * 60_000

export type KnownTag = KnownName & { tag: CountedTag }

/** The names that can be suggested, ready for finding; some 25,000 on a large site. */
export const suggestedNames = {
  tags: (api: Api) =>
    queryOptions({
      ...shared('tag'),
      queryFn: async ({ signal }): Promise<NameList<KnownTag>> => {
        const tags = await api(listTags, {}, { signal })
        const known = tags.map((tag) => ({ name: tag.name, count: tag.count, aliases: tagForms(tag), tag }))
        return inSlices(prepareNames(known), signal)
      },
    }),
  circles: (api: Api) =>
    queryOptions({
      ...shared('circle'),
      queryFn: async ({ signal }): Promise<NameList> =>
        inSlices(prepareNames(named(await api(listCircles, {}, { signal }))), signal),
    }),
  voiceActors: (api: Api) =>
    queryOptions({
      ...shared('va'),
      queryFn: async ({ signal }): Promise<NameList> =>
        inSlices(prepareNames(named(await api(listVoiceActors, {}, { signal }))), signal),
    }),
}

function shared<K extends string>(kind: K) {
  return {
    queryKey: ['suggestedNames', kind] as const,
    staleTime: FRESH_MS,
    gcTime: Infinity,
    // Two large lists are not compared name by name.
    structuralSharing: false,
  }
}

/** A work whose circle is unknown has one without a name. */
function named<N extends KnownName>(names: readonly N[]): N[] {
  return names.filter(({ name }) => name !== '')
}
