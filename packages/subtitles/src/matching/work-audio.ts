import { withoutAudioExtension } from './extensions.ts'
import { saysExtra, saysWithoutEffects, withoutEffectWords } from './folder-names.ts'
import { exactKey, looseKey } from './name-keys.ts'
import { folderOf, nameOf, type WorkFolders } from './subtitle-folders.ts'

/** Its path, separated by `/`, and its duration; null if unknown. */
export type MatchedAudio = { path: string; durationSeconds: number | null }

/** An audio file of a work, prepared for matching. */
export type AudioEntry<A extends MatchedAudio = MatchedAudio> = {
  file: A
  path: string
  folder: string
  seconds: number | null
  /** Its folders except those that only name a format; `place` is the same as one string. */
  folders: readonly string[]
  place: string
  stem: string
  exactName: string
  exactStem: string
  loose: string
  /** Equal with and without effects. */
  recording: string
  isExtra: boolean
  hasNoEffects: boolean
}

export type WorkAudio<A extends MatchedAudio = MatchedAudio> = {
  entries: readonly AudioEntry<A>[]
  /** By possible names of their subtitles, most exact first: the whole name, the stem, its letters and digits. */
  byName: readonly ReadonlyMap<string, readonly AudioEntry<A>[]>[]
  /** The same within each folder, by `besideKey`. */
  besideByName: readonly ReadonlyMap<string, readonly AudioEntry<A>[]>[]
  byLoose: ReadonlyMap<string, readonly AudioEntry<A>[]>
  byRecording: ReadonlyMap<string, readonly AudioEntry<A>[]>
  byFolder: ReadonlyMap<string, readonly AudioEntry<A>[]>
  byPlace: ReadonlyMap<string, readonly AudioEntry<A>[]>
}

/** Formats of one recording differ by one second at most; by two if a duration is estimated. */
const SAME_FILE_SECONDS = 2
/** Recordings with and without effects have the same timing if their durations differ by no more. */
const SAME_RECORDING_SECONDS = 0.5

/** Folders of a recording with or without effects, or with swapped channels. */
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

/** Whether two files of one name or number are in folders that differ only in the format. */
export function isOtherFormat(a: AudioEntry, b: AudioEntry): boolean {
  if (a.place !== b.place) return false
  return a.seconds === null || b.seconds === null || Math.abs(a.seconds - b.seconds) <= SAME_FILE_SECONDS
}

/** Whether two files have the same name, in any version. */
export function isSameRecording(a: AudioEntry, b: AudioEntry): boolean {
  if (a.loose === b.loose && isOtherFormat(a, b)) return true
  if (a.seconds === null || b.seconds === null || Math.abs(a.seconds - b.seconds) > SAME_RECORDING_SECONDS) return false
  return a.recording === b.recording && withoutVariants(a.folders) === withoutVariants(b.folders)
}

/** Returns the files that a subtitle without further information belongs to: no extras, and those with effects. */
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

/** Compares by code units, so that the order is the same everywhere. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
