/** What a series says of its works' editions. */
type Edition = { edition_of: number; language: string | null }

/** Works of an unknown language are nearly always Japanese. */
const languageOf = ({ language }: Edition) => language ?? 'JPN'

/**
 * Returns one edition of each work, in the order of the works: the edition in the first of these languages that there is,
 * otherwise the first edition.
 */
export function oneEditionEach<E extends Edition>(works: readonly E[], languages: readonly string[]): E[] {
  const best = new Map<number, E>()
  const placeOf = (work: E) => {
    const place = languages.indexOf(languageOf(work))
    return place === -1 ? languages.length : place
  }
  for (const work of works) {
    const other = best.get(work.edition_of)
    if (!other || placeOf(work) < placeOf(other)) best.set(work.edition_of, work)
  }
  return [...best.values()]
}
