import { withoutAudioExtension } from './extensions.ts'
import { saysExtra, saysWithoutEffects, withoutEffectWords } from './folder-names.ts'
import { exactKey, looseKey } from './name-keys.ts'
import { folderOf, nameOf, type WorkFolders } from './subtitle-folders.ts'

/** `/` between names; its length is null when it is not known. */
export type MatchedAudio = { path: string; durationSeconds: number | null }

/** An audio file of a work, with what matching asks of it. */
export type AudioEntry<A extends MatchedAudio = MatchedAudio> = {
  file: A
  path: string
  folder: string
  seconds: number | null
  /** Its folders but those that only tell a format; `place` is the same as one string. */
  folders: readonly string[]
  place: string
  stem: string
  exactName: string
  exactStem: string
  loose: string
  /** The same with and without effects. */
  recording: string
  isExtra: boolean
  hasNoEffects: boolean
}

export type WorkAudio<A extends MatchedAudio = MatchedAudio> = {
  entries: readonly AudioEntry<A>[]
  /** By the names that their subtitles may have, exactest first: the whole name, the stem, its letters and digits. */
  byName: readonly ReadonlyMap<string, readonly AudioEntry<A>[]>[]
  /** The same within each folder, by `besideKey`. */
  besideByName: readonly ReadonlyMap<string, readonly AudioEntry<A>[]>[]
  byLoose: ReadonlyMap<string, readonly AudioEntry<A>[]>
  byRecording: ReadonlyMap<string, readonly AudioEntry<A>[]>
  byFolder: ReadonlyMap<string, readonly AudioEntry<A>[]>
  byPlace: ReadonlyMap<string, readonly AudioEntry<A>[]>
}

/** Formats of one recording differ by a second at most; where a length was estimated, by two. */
const SAME_FILE_SECONDS = 2
/** With and without effects the words come at the same times if this is all that the lengths differ by. */
const SAME_RECORDING_SECONDS = 0.5

/** Folders of the same recording with or without effects, or with its channels changed over. */
const VARIANT = /(?:^|[^a-z]|with|without|no|non)se(?:[^a-z]|$)|bgm|効果音|音效|環境音|环境音|effects?|左右|反転|反转/iu

export function readAudio<A extends MatchedAudio>(audio: readonly A[], folders: WorkFolders): WorkAudio<A> {
  const entries = [...audio]
    .sort((a, b) => compare(a.path, b.path))
    .map((file): AudioEntry<A> => {
      const name = nameOf(file.path)
      const stem = withoutAudioExtension(name)
      const names = folders.ofAudio(file.path)
      const seconds = file.durationSeconds !== null && file.durationSeconds > 0 ? file.durationSeconds : null
      const folder = folderOf(file.path)
      return {
        file,
        path: file.path,
        folder,
        seconds,
        folders: names,
        place: names.join('/'),
        stem,
        exactName: exactKey(name),
        exactStem: exactKey(stem),
        loose: looseKey(stem),
        recording: looseKey(withoutEffectWords(stem)),
        isExtra: saysExtra(folder),
        hasNoEffects: saysWithoutEffects(file.path),
      }
    })
  const names: ((entry: AudioEntry) => string)[] = [
    ({ exactName }) => exactName,
    ({ exactStem }) => exactStem,
    ({ loose }) => loose,
  ]
  const byName = names.map((nameOfEntry) => groupBy(entries, nameOfEntry))
  return {
    entries,
    byName,
    besideByName: names.map((nameOfEntry) => groupBy(entries, (entry) => besideKey(entry.folder, nameOfEntry(entry)))),
    byLoose: byName[2]!,
    byRecording: groupBy(entries, ({ recording }) => recording),
    byFolder: groupBy(entries, ({ folder }) => folder),
    byPlace: groupBy(entries, ({ place }) => place),
  }
}

export function besideKey(folder: string, name: string): string {
  return `${folder}/${name}`
}

/** Two files with one name, or one number, in folders that differ in the format alone. */
export function isOtherFormat(a: AudioEntry, b: AudioEntry): boolean {
  if (a.place !== b.place) return false
  return a.seconds === null || b.seconds === null || Math.abs(a.seconds - b.seconds) <= SAME_FILE_SECONDS
}

/** Two files of one name in any version. */
export function isSameRecording(a: AudioEntry, b: AudioEntry): boolean {
  if (a.loose === b.loose && isOtherFormat(a, b)) return true
  if (a.seconds === null || b.seconds === null || Math.abs(a.seconds - b.seconds) > SAME_RECORDING_SECONDS) return false
  return a.recording === b.recording && withoutVariants(a.folders) === withoutVariants(b.folders)
}

/** Of several files the ones that a subtitle without further word is of: no extras, and those with effects. */
export function usual<E extends AudioEntry>(entries: readonly E[], isOfExtras: boolean): readonly E[] {
  const kept = isOfExtras ? entries : orAll(entries, ({ isExtra }) => !isExtra)
  return orAll(kept, ({ hasNoEffects }) => !hasNoEffects)
}

function orAll<T>(all: readonly T[], isKept: (one: T) => boolean): readonly T[] {
  const kept = all.filter(isKept)
  return kept.length > 0 ? kept : all
}

function withoutVariants(folders: readonly string[]): string {
  return folders.filter((name) => !VARIANT.test(name)).join('/')
}

export function groupBy<T>(all: Iterable<T>, keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

/** By code units, so that the order is the same everywhere. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
