import { fileFormat } from './file-format.ts'
import { nameKey } from './match.ts'

/** What translators put between the name and the extension. */
const LANGUAGE = /[._ -](?:ja|jp|jpn|en|eng|zh|cn|tw|chs|cht|sc|tc|ko|kr|zh[-_](?:cn|tw|hk|hans|hant))(?=\.[^.]+$)/i
/** Seconds that two formats of one recording may differ by. */
const SAME_LENGTH_SECONDS = 1

/** `/` between names; its length is null when it is not known. */
type Audio = { path: string; durationSeconds: number | null }

/**
 * The audio of a work that has subtitles by its name, told without reading any: a subtitle belongs to the audio of its name
 * that lies closest to it, and to the same recording in other formats. In time that grows with the number of files.
 *
 * @param paths  of the work's files; those that are no subtitles are passed over
 */
export function withSubtitles<A extends Audio>(audio: readonly A[], paths: readonly string[]): Set<A> {
  const found = new Set<A>()
  const subtitles = paths.filter((path) => fileFormat(path) !== null)
  if (subtitles.length === 0) return found
  const byName = Map.groupBy(audio, ({ path }) => nameKey(nameOf(path)))
  const folders = new Map<string, Map<string, A[]>>()
  for (const path of subtitles) {
    const key = [nameKey(nameOf(path)), nameKey(nameOf(path).replace(LANGUAGE, ''))].find((name) => byName.has(name))
    if (key === undefined) continue
    const alike = byName.get(key)!
    let below = folders.get(key)
    if (!below) folders.set(key, (below = byFolder(alike)))
    for (const owner of closest(below, path)) found.add(owner)
  }
  for (const alike of byName.values()) addOtherFormats(alike, found)
  return found
}

/** The audio below each folder that has any, `''` being all of it. */
function byFolder<A extends Audio>(audio: readonly A[]): Map<string, A[]> {
  const below = new Map<string, A[]>()
  for (const file of audio) {
    for (const folder of foldersOf(file.path)) {
      const files = below.get(folder)
      if (files) files.push(file)
      else below.set(folder, [file])
    }
  }
  return below
}

function closest<A>(below: Map<string, A[]>, path: string): readonly A[] {
  for (const folder of foldersOf(path)) {
    const files = below.get(folder)
    if (files) {
      // Whoever asks next from here gets the same answer, which has been noted.
      below.set(folder, [])
      return files
    }
  }
  return []
}

/** Every folder that a file lies in, the closest first. */
function* foldersOf(path: string): Generator<string> {
  for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) yield path.slice(0, cut)
  yield ''
}

function addOtherFormats<A extends Audio>(alike: readonly A[], found: Set<A>): void {
  const lengths = new Set<number>()
  const second = (seconds: number) => Math.round(seconds / SAME_LENGTH_SECONDS)
  for (const file of alike) {
    if (found.has(file) && file.durationSeconds !== null) lengths.add(second(file.durationSeconds))
  }
  if (lengths.size === 0) return
  for (const file of alike) {
    const at = file.durationSeconds === null ? Number.NaN : second(file.durationSeconds)
    if ([at - 1, at, at + 1].some((length) => lengths.has(length))) found.add(file)
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
