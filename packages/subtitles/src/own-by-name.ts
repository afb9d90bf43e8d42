import { exactKey, looseKey, type SubtitleName } from './name-keys.ts'
import { folderOf, foldersBetween, type WorkFolders } from './subtitle-folders.ts'
import { type AudioEntry, isOtherFormat, isSameRecording, type MatchedAudio, usual, type WorkAudio } from './work-audio.ts'
import { saysExtra } from './folder-names.ts'

/** The audio that a subtitle is of; or, if it may be any of several recordings, those (`isOpen`). */
export type Claim<A extends MatchedAudio> = { audio: readonly AudioEntry<A>[]; isOpen: boolean }

/** Of more files with one name only those in the subtitle's own place are looked at. */
const MAX_ALIKE = 300

/** The audio that has a subtitle's name, null if there is none. */
export function ownByName<A extends MatchedAudio>(
  path: string,
  { names }: SubtitleName,
  audio: WorkAudio<A>,
  folders: WorkFolders,
): Claim<A> | null {
  for (const name of names) {
    const exact = exactKey(name)
    for (const alike of [audio.byExactName.get(exact), audio.byExactStem.get(exact), audio.byLoose.get(looseKey(name))]) {
      const claim = alike && choose(path, alike, audio, folders)
      if (claim) return claim
    }
  }
  return null
}

function choose<A extends MatchedAudio>(
  path: string,
  alike: readonly AudioEntry<A>[],
  audio: WorkAudio<A>,
  folders: WorkFolders,
): Claim<A> | null {
  const nearest = nearestOf(path, alike, audio, folders)
  const first = nearest[0]
  if (!first) return null
  const isOpen = nearest.some((entry) => !isSameRecording(first, entry))
  const formats = nearest.flatMap((entry) => withOtherFormats(entry, audio))
  return { audio: [...new Set(formats)], isOpen }
}

/** The same recordings in other formats too. */
export function withOtherFormats<A extends MatchedAudio>(
  entry: AudioEntry<A>,
  audio: WorkAudio<A>,
): readonly AudioEntry<A>[] {
  const inPlace = audio.byPlace.get(entry.place) ?? []
  const alike = audio.byLoose.get(entry.loose) ?? []
  const [few] = [inPlace, alike].sort((a, b) => a.length - b.length)
  return few!.filter((other) => other.loose === entry.loose && isOtherFormat(entry, other))
}

function nearestOf<A extends MatchedAudio>(
  path: string,
  alike: readonly AudioEntry<A>[],
  audio: WorkAudio<A>,
  folders: WorkFolders,
): readonly AudioEntry<A>[] {
  const told = folders.ofSubtitle(path)
  if (alike.length > MAX_ALIKE) {
    const names = new Set(alike)
    const near = [audio.byFolder.get(folderOf(path)), audio.byPlace.get(told.join('/'))]
    for (const entries of near) {
      const found = entries?.filter((entry) => names.has(entry)) ?? []
      if (found.length > 0) return found
    }
    return []
  }
  const beside = alike.filter(({ folder }) => folder === folderOf(path))
  if (beside.length > 0) return beside
  const isOfExtras = saysExtra(path)
  let least = Number.POSITIVE_INFINITY
  let nearest: AudioEntry<A>[] = []
  for (const entry of alike) {
    // Every folder has a `01`.
    if (entry.isExtra && !isOfExtras && /^[\d-]+$/.test(entry.loose)) continue
    const between = foldersBetween(told, entry.folders)
    if (between < 0 || between > least) continue
    if (between < least) [least, nearest] = [between, []]
    nearest.push(entry)
  }
  return usual(nearest, isOfExtras)
}
