import type { LeftFacts } from './left-facts.ts'
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
  const creators = tree.elements.filter(({ path }) => path === 'metadata/creator')
  const narrators = creators.filter(({ attributes }) => attributes.role === 'nrt')
  const [author] = creators.filter(({ attributes }) => (attributes.role ?? 'aut') === 'aut')
  return {
    codes: all('identifier'),
    title: first('title'),
    circle: first('publisher') ?? author?.text,
    voiceActors: [...narrators.map((narrator) => narrator.text), ...all('narrator')],
    tags: all('subject'),
    release: first('date'),
    language: first('language'),
    description: first('description'),
  }
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
