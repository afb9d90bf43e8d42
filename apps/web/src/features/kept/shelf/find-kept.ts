import { ageOf, isReleaseKnown, type Work } from '@otodana/contract'
import { closeUp, foldText, parseDay, parseKeyword, parseNumber, parseSeconds, type DoneTerm } from '@otodana/keyword'

const DAY_MS = 86_400_000

/** What is searched of a work, folded once. */
type Searched = {
  work: Work
  /** Titles and code. */
  texts: string[]
  names: Record<'tag' | 'tagw' | 'circle' | 'va' | 'series' | 'staff', string[]>
}

/**
 * Answers the search language over works that are at hand, by the rules of `packages/catalogue`, which is made for a hundred
 * thousand.
 *
 * @returns a function from a keyword to the ids that match
 */
export function createFinder(works: readonly Work[]): (keyword: string) => ReadonlySet<number> {
  const all = works.map(searchedOf)
  return (keyword) => {
    const terms = parseKeyword(keyword)
    return new Set(all.filter((one) => terms.every((term) => matches(one, term))).map(({ work }) => work.id))
  }
}

/** The two wave dashes are one. */
const fold = (text: string) => foldText(text).replaceAll('\u301c', '~')
const foldName = (name: string) => closeUp(fold(name))

function searchedOf(work: Work): Searched {
  const { circle, tags, vas, facts } = work
  const tagNames = (found: Work['tags']) =>
    found.flatMap(({ name, i18n }) => [
      name,
      ...Object.values(i18n).flatMap((local) => [local?.name ?? name, local?.censored ?? name]),
    ])
  const staff = facts ? Object.values(facts.staff).flat() : []
  return {
    work,
    texts: [work.title, work.source_id, ...Object.values(facts?.titles ?? {}).map((title) => title ?? '')].map(fold),
    names: {
      tag: tagNames(tags.filter(({ voteStatus }) => voteStatus !== 2)).map(foldName),
      tagw: tagNames(tags).map(foldName),
      circle: [foldName(circle.name)],
      va: vas.map(({ name }) => foldName(name)),
      series: facts?.series ? [foldName(facts.series.name)] : [],
      staff: staff.map(({ name }) => foldName(name)),
    },
  }
}

function matches(one: Searched, term: DoneTerm): boolean {
  if (term.kind === 'plain') {
    const { tagw, circle, va, series, staff } = one.names
    const text = fold(term.text)
    return [...one.texts, ...tagw, ...circle, ...va, ...series, ...staff].some((name) => name.includes(text))
  }
  const { namespace, value, excluded } = term
  // It may be for adults.
  const isHidden = excluded && namespace === 'age' && ageOf(one.work) === 'unrated'
  if (isHidden && ['r15', 'adult'].includes(fold(value))) return false
  const isUndated = namespace === 'release' && !isReleaseKnown(one.work) && parseDay(value) !== null
  return !isUndated && meets(one, namespace, value) !== excluded
}

function meets({ work, names }: Searched, namespace: SpecialNamespace, value: string): boolean {
  const text = fold(value)
  if (text === '') return false
  const atLeast = (number: number, bound: number | null) => bound !== null && number >= bound
  switch (namespace) {
    case 'duration':
      return atLeast(work.duration, parseSeconds(value))
    case 'rate':
      return atLeast(work.rate_average_2dp, parseNumber(value))
    case 'price':
      return atLeast(work.price, parseNumber(value))
    case 'sell':
      return atLeast(work.dl_count, parseNumber(value))
    case 'release':
      return atLeast(isReleaseKnown(work) ? Date.parse(work.release) / DAY_MS : -Infinity, parseDay(value))
    case 'age':
      return ageOf(work) === text
    case 'lang':
      return fold(work.language ?? work.translation_info.lang ?? 'JPN') === text
    case 'sub':
      return work.subtitle_languages?.includes(text) ?? false
    default:
      return names[namespace].includes(foldName(value))
  }
}

type SpecialNamespace = Extract<DoneTerm, { kind: 'special' }>['namespace']
