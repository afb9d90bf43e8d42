import { ageOf, isReleaseKnown, staffRoles, type Work } from '@otodana/contract'

import { formatCount } from '#lib/format/format-count.ts'

type Words = {
  tagName: (tag: Work['tags'][number]) => string
  price: (priceJpy: number) => string
  separator: string
}

/** Each field as text; empty if it is not known. */
function fieldsOf(work: Work, { tagName, price, separator }: Words) {
  const { facts } = work
  const list = (names: readonly string[]) => names.join(separator)
  return {
    title: work.title,
    circle: work.circle.name,
    series: facts?.series?.name ?? '',
    voiceActors: list(work.vas.map(({ name }) => name)),
    staff: list(staffRoles.flatMap((role) => facts?.staff[role].map(({ name }) => name) ?? [])),
    tags: list(work.tags.map(tagName)),
    age: ageOf(work),
    release: isReleaseKnown(work) ? work.release : '',
    price: facts?.hasPrice ? price(work.price) : '',
    sales: work.dl_count > 0 ? formatCount(work.dl_count) : '',
    rating: work.rate_count > 0 ? `${work.rate_average_2dp.toFixed(2)} (${formatCount(work.rate_count)})` : '',
    description: facts?.description ?? '',
    samples: facts && facts.samples.length > 0 ? formatCount(facts.samples.length) : '',
  }
}

export type ChangedField = keyof ReturnType<typeof fieldsOf>

/** Returns the fields that differ, with their new values as text. */
export function changesOf(before: Work, after: Work, words: Words): { field: ChangedField; value: string }[] {
  const [old, now] = [fieldsOf(before, words), fieldsOf(after, words)]
  const fields = Object.keys(now) as ChangedField[]
  return fields.filter((field) => now[field] !== old[field]).map((field) => ({ field, value: now[field] }))
}
