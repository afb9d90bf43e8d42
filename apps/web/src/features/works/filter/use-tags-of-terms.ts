import type { Tag, Work } from '@otodana/contract'
import type { DoneTerm, Term } from '@otodana/keyword'
import { useQuery } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'

import { findTag, isAboutTag } from './term-text.ts'

type NamedTag = Pick<Tag, 'name' | 'i18n'>

/** Finds the tag of a term in any language, if known. */
export type TagOf = (term: Term) => NamedTag | undefined

/**
 * Returns the tags of terms with their names in all languages. Results have the requested tags; without results, and
 * for excluded tags, the library's tags are fetched.
 */
export function useTagsOfTerms(api: Api, terms: readonly DoneTerm[], works: readonly Work[] | undefined): TagOf {
  const borne = (works ?? []).flatMap(({ tags }) => tags)
  const unknown = terms.filter((term) => isAboutTag(term) && findTag(borne, term) === undefined)
  const { data: others = [] } = useQuery({
    queryKey: ['tagsOfTerms', unknown],
    queryFn: async ({ client }): Promise<NamedTag[]> => {
      // Rarely needed, so it is not part of the screen's first load.
      const { namesQuery } = await import('#lib/queries/names-query.ts')
      const tags = await client.fetchQuery(namesQuery(api, 'tags'))
      return unknown.flatMap((term) => findNamed(tags, term) ?? [])
    },
    enabled: works !== undefined && unknown.length > 0,
  })
  return (term) => findTag(borne, term) ?? findTag(others, term)
}

/** Usually spelled exactly; folding the names of all tags takes a tenth of a second. */
function findNamed<T extends NamedTag>(tags: readonly T[], term: DoneTerm): T | undefined {
  if (term.kind === 'plain') return undefined
  return tags.find(({ name }) => name === term.value) ?? findTag(tags, term)
}
