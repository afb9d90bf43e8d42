import type { MediaFile } from '../media/media-file.ts'
import { MAX_CHAPTERS, type Chapter } from './chapters.ts'

/** A thousand chapters in ten languages take less. */
const MAX_CHAPTERS_BYTES = 1024 * 1024
const MAX_SEEK_BYTES = 64 * 1024
/** Elements before the first cluster; real files have fewer than ten. */
const MAX_ELEMENTS = 64
const MAX_HEADER_BYTES = 12

const ids = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  cluster: 0x1f43b675,
  chapters: 0x1043a770,
  edition: 0x45b9,
  atom: 0xb6,
  start: 0x91,
  hidden: 0x98,
  display: 0x80,
  title: 0x85,
} as const

type Element = { id: number; start: number; end: number }

/**
 * Reads the chapters of a Matroska or WebM file: of its first edition, without nested ones. They are found before the
 * first cluster or by the file's index, so that little of it is read.
 *
 * @returns an empty list if there are none or the file is not valid
 */
export async function readMatroskaChapters(file: MediaFile): Promise<Chapter[]> {
  const ebml = await elementAt(file, 0)
  const segment = ebml?.id === ids.ebml ? await elementAt(file, ebml.end) : null
  if (segment?.id !== ids.segment) return []
  const chapters = await findChapters(file, segment)
  if (!chapters || chapters.end - chapters.start > MAX_CHAPTERS_BYTES || chapters.end > file.size) return []
  return chaptersIn(await file.read(chapters.start, chapters.end - chapters.start))
}

async function findChapters(file: MediaFile, segment: Element): Promise<Element | null> {
  let indexed: number | null = null
  let at = segment.start
  for (let count = 0; count < MAX_ELEMENTS && at < Math.min(segment.end, file.size); count++) {
    const element = await elementAt(file, at)
    if (!element || element.id === ids.cluster) break
    if (element.id === ids.chapters) return element
    if (element.id === ids.seekHead && element.end - element.start <= MAX_SEEK_BYTES) {
      indexed ??= positionIn(await file.read(element.start, element.end - element.start))
    }
    at = element.end
  }
  const element = indexed === null ? null : await elementAt(file, segment.start + indexed)
  return element?.id === ids.chapters ? element : null
}

async function elementAt(file: MediaFile, at: number): Promise<Element | null> {
  if (at >= file.size) return null
  const element = header(await file.read(at, MAX_HEADER_BYTES), 0)
  return element && { id: element.id, start: at + element.start, end: at + element.end }
}

/** The position of the chapters in the segment, according to its index. */
function positionIn(seekHead: Uint8Array): number | null {
  for (const seek of elementsIn(seekHead).filter(({ id }) => id === ids.seek)) {
    const entry = seekHead.subarray(seek.start, seek.end)
    const parts = elementsIn(entry)
    const value = (wanted: number) => numberIn(entry, parts.find(({ id }) => id === wanted) ?? null)
    if (value(ids.seekId) === ids.chapters) return value(ids.seekPosition)
  }
  return null
}

function chaptersIn(bytes: Uint8Array): Chapter[] {
  const edition = elementsIn(bytes).find(({ id }) => id === ids.edition)
  if (!edition) return []
  const inEdition = bytes.subarray(edition.start, edition.end)
  return elementsIn(inEdition)
    .filter(({ id }) => id === ids.atom)
    .slice(0, MAX_CHAPTERS)
    .flatMap((atom) => chapterIn(inEdition.subarray(atom.start, atom.end)) ?? [])
}

function chapterIn(atom: Uint8Array): Chapter | null {
  const parts = elementsIn(atom)
  const part = (wanted: number) => parts.find(({ id }) => id === wanted) ?? null
  const nanoseconds = numberIn(atom, part(ids.start))
  if (nanoseconds === null || numberIn(atom, part(ids.hidden)) === 1) return null
  const display = part(ids.display)
  const shown = display ? atom.subarray(display.start, display.end) : new Uint8Array()
  const title = elementsIn(shown).find(({ id }) => id === ids.title)
  return {
    startSeconds: nanoseconds / 1_000_000_000,
    title: title ? new TextDecoder().decode(shown.subarray(title.start, title.end)) : '',
  }
}

function elementsIn(bytes: Uint8Array): Element[] {
  const elements: Element[] = []
  for (let at = 0; at < bytes.length;) {
    const element = header(bytes, at)
    if (!element || element.end > bytes.length) break
    elements.push(element)
    at = element.end
  }
  return elements
}

/** The id keeps the marker of its length; the size does not. A size of all ones is unknown: until the end. */
function header(bytes: Uint8Array, at: number): Element | null {
  const idLength = lengthAt(bytes, at, 4)
  const sizeLength = idLength && lengthAt(bytes, at + idLength, 8)
  if (!idLength || !sizeLength || at + idLength + sizeLength > bytes.length) return null
  const id = bigEndian(bytes.subarray(at, at + idLength))
  const start = at + idLength + sizeLength
  // Without the marker of its length first: with it, eight bytes are more than a number can hold exactly.
  const size = bigEndian([bytes[at + idLength]! & (0xff >> sizeLength), ...bytes.subarray(at + idLength + 1, start)])
  const isUnknown = size === 2 ** (7 * sizeLength) - 1
  return { id, start, end: isUnknown ? Number.MAX_SAFE_INTEGER : start + size }
}

function lengthAt(bytes: Uint8Array, at: number, longest: number): number | null {
  const length = Math.clz32(bytes[at] ?? 0) - 23
  return length <= longest ? length : null
}

function numberIn(bytes: Uint8Array, element: Element | null): number | null {
  // A number has at most eight bytes.
  return element && bigEndian(bytes.subarray(element.start, Math.min(element.end, element.start + 8)))
}

function bigEndian(bytes: Iterable<number>): number {
  return [...bytes].reduce((value, byte) => value * 256 + byte, 0)
}
