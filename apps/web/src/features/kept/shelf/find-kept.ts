import { createCatalogue, type CatalogueChange } from '@otodana/catalogue'
import { ageOf, isReleaseKnown, type Work } from '@otodana/contract'
import { parseKeyword } from '@otodana/keyword'

const DAY_MS = 86_400_000

/**
 * Answers the search language over works that are at hand, by the same rules as the server's lists.
 *
 * @returns a function from a keyword to the ids that match
 */
export function createFinder(works: readonly Work[]): (keyword: string) => ReadonlySet<number> {
  const catalogue = createCatalogue()
  catalogue.load(works.flatMap(changesOf))
  const ids = works.map(({ id }) => id)
  return (keyword) => new Set(catalogue.filter(ids, { terms: parseKeyword(keyword) }))
}

/** The work, and the names that it is found by. */
function changesOf(work: Work): CatalogueChange[] {
  const { circle, tags, vas, facts } = work
  const staff = facts ? Object.values(facts.staff).flat() : []
  const series = facts?.series ?? null
  const named = (names: readonly (string | undefined)[]) => [...new Set(names.filter((name) => name !== undefined))]
  return [
    { kind: 'circle', id: circle.id, names: [circle.name] },
    ...tags.map(({ id, name, i18n }): CatalogueChange => {
      const others = Object.values(i18n).flatMap((local) => [local?.name, local?.censored])
      return { kind: 'tag', id, names: named([name, ...others]) }
    }),
    ...vas.map(({ id, name }): CatalogueChange => ({ kind: 'voiceActor', id, names: [name] })),
    ...staff.map(({ id, name }): CatalogueChange => ({ kind: 'staff', id, names: [name] })),
    ...(series ? [{ kind: 'series', id: series.id, names: [series.name] } satisfies CatalogueChange] : []),
    {
      kind: 'work',
      work: {
        id: work.id,
        code: work.source_id,
        title: work.title,
        otherTitles: named(Object.values(facts?.titles ?? {})),
        circleId: circle.id,
        seriesId: series?.id ?? null,
        staffIds: [...new Set(staff.map(({ id }) => id))],
        voiceActorIds: vas.map(({ id }) => id),
        tagIds: tags.filter(({ voteStatus }) => voteStatus !== 2).map(({ id }) => id),
        weakTagIds: tags.filter(({ voteStatus }) => voteStatus === 2).map(({ id }) => id),
        releaseDay: isReleaseKnown(work) ? dayOf(work.release) : null,
        createDay: dayOf(work.create_date),
        salesCount: work.dl_count,
        price: work.price,
        rateAverage: work.rate_average_2dp,
        reviewCount: work.review_count,
        durationSeconds: work.duration,
        age: ageOf(work),
        language: work.language ?? work.translation_info.lang ?? 'JPN',
        hasSubtitle: work.has_subtitle,
        originalCode: work.original_workno,
        editionCodes: work.language_editions.map(({ workno }) => workno),
      },
    },
  ]
}

const dayOf = (date: string) => Math.floor(Date.parse(date) / DAY_MS)
