import { type LeftFacts, placeIn } from './left-facts.ts'
import { readXml, type XmlElement } from './xml-tree.ts'

const NFO_ROOTS = new Set(['album', 'audiobook', 'work', 'movie', 'musicvideo', 'tvshow', 'episodedetails', 'nfo'])

/** Reads an `.nfo` file of a media centre. @returns null if it is another document @throws {BrokenFileError} */
export function readNfo(text: string): LeftFacts | null {
  if (!isXml(text)) return null
  const tree = readXml(text)
  if (!tree || !NFO_ROOTS.has(tree.root)) return null
  const { first, all } = lookUp(tree.elements)
  return {
    codes: all('uniqueid', 'code', 'num', 'id'),
    title: first('title', 'originaltitle'),
    circle: first('circle', 'studio', 'maker', 'brand', 'label', 'publisher', 'albumartist', 'author'),
    voiceActors: all('actor/name', 'voiceactor', 'narrator', 'cv'),
    staff: {
      scenario: all('credits', 'writer'),
      illustration: all('illustrator'),
      music: all('composer'),
      other: all('director'),
    },
    series: seriesOf(first('set/name', 'set', 'series'), first('seriesindex', 'volume')),
    tags: [...all('tag'), ...all('genre')],
    release: first('premiered', 'releasedate', 'release', 'aired'),
    age: first('mpaa', 'age', 'certification'),
    description: first('plot', 'description', 'review', 'outline'),
  }
}

/** Reads an `.opf` file: Dublin Core, as e-book programs write it. @throws {BrokenFileError} */
export function readOpf(text: string): LeftFacts | null {
  if (!isXml(text)) return null
  const tree = readXml(text)
  if (tree?.root !== 'package') return null
  const { first, all } = lookUp(tree.elements, 'metadata/')
  const { people, series } = opfDetails(tree.elements)
  const [author] = people('aut', 'creator')
  return {
    codes: all('identifier'),
    title: first('title'),
    circle: first('publisher') ?? author,
    voiceActors: [...people('nrt'), ...all('narrator')],
    staff: {
      scenario: [...people('aus'), ...(first('publisher') === undefined ? [] : people('aut', 'creator'))],
      illustration: [...people('ill'), ...people('art')],
      music: [...people('cmp'), ...people('mus')],
      other: [...people('drt'), ...people('edt'), ...people('trl')],
    },
    series,
    tags: all('subject'),
    release: first('date'),
    language: first('language'),
    description: first('description'),
  }
}

/**
 * Of an `.opf`: people by their MARC role, and the series. Both are attributes in version 2, elements that refine others in version 3,
 * and e-book programs name a series in a way of their own.
 */
function opfDetails(elements: readonly XmlElement[]) {
  const metas = elements.filter(({ path }) => path === 'metadata/meta')
  const refined = ({ attributes: { id } }: XmlElement, property: string) =>
    metas.find(({ attributes }) => attributes.refines === `#${id}` && attributes.property === property)?.text
  const isPerson = ({ path }: XmlElement) => path === 'metadata/creator' || path === 'metadata/contributor'
  /** @param unstated  the element whose people have the role if none is stated */
  const people = (role: string, unstated?: 'creator') =>
    elements.flatMap((element) => {
      if (!isPerson(element)) return []
      const stated = element.attributes.role ?? refined(element, 'role')
      const isOne = stated === undefined ? element.path === `metadata/${unstated}` : stated.trim() === role
      return isOne ? element.text : []
    })
  const named = (name: string) => metas.find(({ attributes }) => attributes.name === name)?.attributes.content
  const collection = metas.find(({ attributes }) => attributes.property === 'belongs-to-collection')
  const series =
    seriesOf(named('calibre:series'), named('calibre:series_index')) ??
    seriesOf(collection?.text, collection && refined(collection, 'group-position'))
  return { people, series }
}

function seriesOf(name: string | undefined, place: string | undefined): LeftFacts['series'] {
  return name === undefined || name.trim() === '' ? undefined : { name, number: placeIn(place) }
}

function isXml(text: string): boolean {
  return /^\s*<(?:\?xml|!|[a-z])/i.test(text)
}

function lookUp(elements: readonly XmlElement[], below = '') {
  const all = (...paths: string[]) =>
    paths.flatMap((path) =>
      elements.filter((element) => element.path === below + path && element.text.trim() !== '').map(({ text }) => text),
    )
  return { all, first: (...paths: string[]): string | undefined => all(...paths)[0] }
}
