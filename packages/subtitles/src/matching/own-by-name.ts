import { withoutAudioExtension } from './extensions.ts'
import { exactKey, looseKey, type SubtitleName } from './name-keys.ts'
import { folderOf, foldersBetween, nameOf, type WorkFolders } from './subtitle-folders.ts'
import {
  type AudioEntry,
  besideKey,
  isOtherFormat,
  isSameRecording,
  type MatchedAudio,
  usual,
  type WorkAudio,
} from './work-audio.ts'
import { saysExtra } from './folder-names.ts'

/** The audio that a subtitle belongs to; or, if it may belong to any of several recordings, those (`isOpen`). */
export type Claim<A extends MatchedAudio> = { audio: readonly AudioEntry<A>[]; isOpen: boolean }

/** Of more files of one name, only those in the subtitle's own folder are considered. */
const MAX_ALIKE = 300

/** Returns the audio with a subtitle's name; null if there is none. */
export function ownByName<A extends MatchedAudio>(
  path: string,
  { names }: SubtitleName,
  audio: WorkAudio<A>,
  folders: WorkFolders,
): Claim<A> | null {
  const keys = names.map((name) => [exactKey(name), exactKey(name), looseKey(name)] as const)
  // A similar name in the same folder is a better match than the exact name elsewhere.
  for (const each of keys) {
    for (const [kind, key] of each.entries()) {
      const beside = audio.besideByName[kind]!.get(besideKey(folderOf(path), key))
      if (beside) return claimOf(path, beside, audio)
    }
  }
  for (const each of keys) {
    for (const [kind, key] of each.entries()) {
      const alike = audio.byName[kind]!.get(key)
      const nearest = alike ? nearestOf(path, alike, audio, folders) : []
      if (nearest.length > 0) return claimOf(path, nearest, audio)
    }
  }
  return null
}

function claimOf<A extends MatchedAudio>(path: string, alike: readonly AudioEntry<A>[], audio: WorkAudio<A>): Claim<A> {
  const nearest = areSeveral(alike) ? verbatimOf(path, alike) : alike
  const isOpen = areSeveral(nearest)
  const formats = nearest.flatMap((entry) => withOtherFormats(entry, audio))
  return { audio: [...new Set(formats)], isOpen }
}

/** `①` and `1` have equal keys: where both are there, the subtitle belongs to the one whose name it has as it is written. */
function verbatimOf<A extends MatchedAudio>(path: string, alike: readonly AudioEntry<A>[]): readonly AudioEntry<A>[] {
  const stemOf = (entry: AudioEntry<A>) => withoutAudioExtension(nameOf(entry.path))
  const written = alike.filter((entry) => nameOf(path).startsWith(`${stemOf(entry)}.`))
  const longest = Math.max(...written.map((entry) => stemOf(entry).length))
  return written.length === 0 ? alike : written.filter((entry) => stemOf(entry).length === longest)
}

function areSeveral<A extends MatchedAudio>(entries: readonly AudioEntry<A>[]): boolean {
  return entries.some((entry) => !isSameRecording(entries[0]!, entry))
}

/** Adds the same recordings in other formats. */
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
  const named = folders.ofSubtitle(path)
  if (alike.length > MAX_ALIKE) {
    return audio.byPlace.get(named.join('/'))?.filter(({ loose }) => loose === alike[0]!.loose) ?? []
  }
  const isOfExtras = saysExtra(path)
  let least = Number.POSITIVE_INFINITY
  let nearest: AudioEntry<A>[] = []
  for (const entry of alike) {
    // Every folder has a `01`.
    if (entry.isExtra && !isOfExtras && /^[\d-]+$/.test(entry.loose)) continue
    const between = foldersBetween(named, entry.folders)
    if (between < 0 || between > least) continue
    if (between < least) [least, nearest] = [between, []]
    nearest.push(entry)
  }
  return usual(nearest, isOfExtras)
}
