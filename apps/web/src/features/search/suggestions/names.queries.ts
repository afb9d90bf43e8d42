import { type CountedTag, type FormerNames, listFormerNames } from '@otodana/contract'
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
      ...shared('tags'),
      queryFn: async ({ signal, client }): Promise<NameList<KnownTag>> => {
        const [tags, former] = await Promise.all([namesFrom(client, api, 'tags'), formerNames(client, api, 'tags')])
        const known = tags.map((tag) => {
          const aliases = [...tagForms(tag), ...(former.get(tag.id) ?? [])]
          return { name: tag.name, count: tag.count, aliases, tag }
        })
        return inSlices(prepareNames(known), signal)
      },
    }),
  circles: (api: Api) => plainNames('circles', api),
  voiceActors: (api: Api) => plainNames('vas', api),
  series: (api: Api) => plainNames('series', api),
  staff: (api: Api) => plainNames('staff', api),
}

/** Names that are the same in all languages. */
function plainNames(kind: NameKind, api: Api) {
  return queryOptions({
    ...shared(kind),
    queryFn: async ({ signal, client }): Promise<NameList> => {
      const [names, former] = await Promise.all([namesFrom(client, api, kind), formerNames(client, api, kind)])
      const known = names.map(({ id, name, count }) => ({ name, count, aliases: former.get(id) ?? [] }))
      return inSlices(prepareNames(kind === 'series' ? byName(known) : named(known)), signal)
    },
  })
}

/** Shared by the search box and the lists of names. */
function namesFrom<K extends NameKind>(client: QueryClient, api: Api, kind: K) {
  return client.fetchQuery(namesQuery(api, kind))
}

const kinds: Record<NameKind, FormerNames[number]['kind']> = {
  tags: 'tag',
  circles: 'circle',
  vas: 'voiceActor',
  series: 'series',
  staff: 'staff',
}

/** What names of a kind were called before they were renamed or merged, by id. */
async function formerNames(client: QueryClient, api: Api, kind: NameKind) {
  const all = await client.fetchQuery({
    queryKey: ['formerNames'],
    queryFn: ({ signal }) => api(listFormerNames, {}, { signal }),
    staleTime: FRESH_MS,
  })
  return new Map(all.filter((one) => one.kind === kinds[kind]).map(({ id, names }) => [id, names]))
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
function named(names: readonly KnownName[]): KnownName[] {
  return names.filter(({ name }) => name !== '')
}

/** A term means all series of a name: those of different circles are suggested as one. */
function byName(series: readonly KnownName[]): KnownName[] {
  const known = new Map<string, KnownName>()
  for (const { name, count, aliases = [] } of series) {
    const { count: sum = 0, aliases: others = [] } = known.get(name) ?? {}
    known.set(name, { name, count: sum + count, aliases: [...others, ...aliases] })
  }
  return [...known.values()]
}
