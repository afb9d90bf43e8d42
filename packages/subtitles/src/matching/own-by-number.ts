import { saysExtra, saysPrelude } from './folder-names.ts'
import type { SubtitleName } from './name-keys.ts'
import { withOtherFormats } from './own-by-name.ts'
import { folderOf, foldersBetween, type WorkFolders } from './subtitle-folders.ts'
import { numbersIn, titleIn, type TrackNumber } from './track-number.ts'
import { type AudioEntry, groupBy, isOtherFormat, type MatchedAudio, usual, type WorkAudio } from './work-audio.ts'

/** A subtitle file; `audio` are its matches by name. */
export type NamedSubtitle<A extends MatchedAudio> = {
  path: string
  name: SubtitleName
  audio: readonly AudioEntry<A>[]
}

/** Share of the median track length; shorter tracks are greetings or explanations. */
const SHORT_PART = 0.4

type Numbered<T> = { of: T; number: TrackNumber }
type Numbering<T> = { items: readonly Numbered<T>[]; isOneLabel: boolean }
/** One recording in all its formats. */
type Recording<A extends MatchedAudio> = readonly AudioEntry<A>[]

/** Numbers are compared by position: first, second or third in the name (`Vol.2 Track 01`). */
const PLACES = 3
/** If audio is in more folders, only those named by the subtitles are considered. */
const MAX_PLACES = 300

/**
 * Matches subtitles of one folder, language and format with its audio's tracks by number: `第1話`, `①` and `01`. Only if
 * the numbers are unambiguous: each is unique, every subtitle's number has a track, and no title contradicts.
 */
export function ownByNumber<A extends MatchedAudio>(
  subtitles: readonly NamedSubtitle<A>[],
  audio: WorkAudio<A>,
  folders: WorkFolders,
): Map<string, readonly AudioEntry<A>[]> {
  const found = new Map<string, readonly AudioEntry<A>[]>()
  const sets = groupBy(subtitles, ({ path, name }) => `${folderOf(path)}\0${name.mark}\0${extensionOf(path)}`)
  const numberings = new Map<string, AudioNumbering<A> | null>()
  for (const set of sets.values()) {
    const left = set.filter((subtitle) => subtitle.audio.length === 0)
    if (left.length === 0) continue
    const { path } = left[0]!
    const beside = audio.byFolder.get(folderOf(path))
    const isOfExtras = saysExtra(path)
    const named = folders.ofSubtitle(path)
    const key = beside ? `beside ${folderOf(path)}` : `${String(isOfExtras)} ${named.join('/')}`
    let numbering = numberings.get(key)
    if (numbering === undefined) {
      const entries = beside ?? audioOf(named, audio)
      numbering = numberAudio(usual(entries, isOfExtras))
      numberings.set(key, numbering)
    }
    if (!numbering) continue
    const taken = new Set(set.flatMap((subtitle) => subtitle.audio))
    for (const [subtitle, recording] of pair(left, numbering)) {
      if (recording.some((entry) => taken.has(entry))) continue
      found.set(subtitle.path, [...new Set(recording.flatMap((entry) => withOtherFormats(entry, audio)))])
    }
  }
  return found
}

/** Returns the audio in the folder that the subtitle's folders name, otherwise all audio further down. */
function audioOf<A extends MatchedAudio>(named: readonly string[], audio: WorkAudio<A>): readonly AudioEntry<A>[] {
  const there = audio.byPlace.get(named.join('/'))
  if (there) return there
  if (audio.byPlace.size > MAX_PLACES) return []
  return [...audio.byPlace.values()].flatMap((entries) =>
    foldersBetween(named, entries[0]!.folders) >= 0 ? entries : [],
  )
}

type AudioNumbering<A extends MatchedAudio> = {
  recordings: Numbering<Recording<A>> & { count: number }
  /** Tracks that may not be counted: by their names, or because the first track is much shorter than most. */
  preludes: ReadonlySet<Recording<A>>
  /** By label and value; null if there are several. */
  byNumber: ReadonlyMap<string, Recording<A> | null>
  byTitle: ReadonlyMap<string, Recording<A> | null>
}

function numberAudio<A extends MatchedAudio>(entries: readonly AudioEntry<A>[]): AudioNumbering<A> | null {
  const named = [...groupBy(entries, ({ place, loose }) => `${place}\0${loose}`).values()]
  const recordings = numberAll(named, (recording) => recording[0]!.stem)
  if (!recordings || recordings.items.length * 2 < named.length) return null
  const whole = recordings.items.map(({ number }) => wholeOf(number))
  const span = Math.max(...whole) - Math.min(...whole) + 1
  // Numbers that increase in steps are not track numbers.
  if (span > 2 * whole.length) return null
  const byNumber = new Map<string, Recording<A> | null>()
  for (const { of: recording, number } of recordings.items) {
    const key = keyOf(number, recordings.isOneLabel)
    const other = byNumber.get(key)
    if (other === undefined) byNumber.set(key, recording)
    else byNumber.set(key, other && isInOtherFormat(other, recording) ? [...other, ...recording] : null)
  }
  const byTitle = new Map<string, Recording<A> | null>()
  for (const recording of named) {
    const title = titleIn(recording[0]!.stem)
    byTitle.set(title, byTitle.has(title) ? null : recording)
  }
  return {
    recordings: { ...recordings, count: named.length },
    preludes: preludesOf(recordings.items),
    byNumber,
    byTitle,
  }
}

function preludesOf<A extends MatchedAudio>(items: readonly Numbered<Recording<A>>[]): Set<Recording<A>> {
  const found = items.filter(({ of }) => saysPrelude(of[0]!.stem))
  const [first] = [...items].sort((a, b) => wholeOf(a.number) - wholeOf(b.number))
  const lengths = items.flatMap(({ of }) => of[0]!.seconds ?? []).sort((a, b) => a - b)
  const usual = lengths[Math.floor(lengths.length / 2)] ?? 0
  const seconds = first?.of[0]!.seconds ?? usual
  if (first && seconds < SHORT_PART * usual) found.push(first)
  return new Set(found.map(({ of }) => of))
}

function isInOtherFormat(a: Recording<MatchedAudio>, b: Recording<MatchedAudio>): boolean {
  const [one, other] = [a[0]!, b[0]!]
  return extensionOf(one.path) !== extensionOf(other.path) && one.seconds !== null && isOtherFormat(one, other)
}

function pair<A extends MatchedAudio>(
  subtitles: readonly NamedSubtitle<A>[],
  { recordings, preludes, byNumber, byTitle }: AudioNumbering<A>,
): Pair<A>[] {
  const numbered = numberAll(subtitles, ({ name }) => name.stem)
  if (!numbered || numbered.items.length * 2 < subtitles.length) return []
  const label = recordings.items[0]!.number.label
  const isByValue =
    recordings.isOneLabel &&
    numbered.isOneLabel &&
    (numbered.items.length > 1 || ['', label].includes(numbered.items[0]!.number.label))
  const items = numbered.items.map((item) => ({ ...item, key: keyOf(item.number, isByValue) }))
  const counts = groupBy(items, ({ key }) => key)
  const audioKey = isByValue || !recordings.isOneLabel ? null : label
  const assigned = items.map((item) => {
    const { number, key } = item
    const isOther = audioKey !== null && number.label !== audioKey
    const recording = isOther ? undefined : byNumber.get(audioKey === null ? key : number.value)
    return { ...item, recording }
  })
  // The numbering differs from the tracks': only the order may match.
  if (assigned.some(({ recording }) => recording === undefined))
    return isByValue && numbered.items.length === subtitles.length
      ? pairInOrder(items, { recordings, preludes, byNumber, byTitle })
      : []
  const isTwice = (key: string) => counts.get(key)!.length > 1
  const pairs = assigned.flatMap(({ of, key, recording }): Pair<A>[] =>
    recording && !isTwice(key) ? [[of, recording]] : [],
  )
  const highest = Math.max(...items.map(({ number }) => wholeOf(number)))
  const isCutShort = recordings.items.some(({ number }) => wholeOf(number) > highest)
  // The translation may have started counting at the next track.
  if (isCutShort && pairs.some(([{ name }, recording]) => preludes.has(recording) && !saysPrelude(name.stem))) return []
  return isContradicted(pairs, byTitle) ? [] : pairs
}

type Pair<A extends MatchedAudio> = [NamedSubtitle<A>, Recording<A>]

/** Whether a subtitle has the title of another track than the one with its number. */
function isContradicted<A extends MatchedAudio>(
  pairs: readonly Pair<A>[],
  byTitle: AudioNumbering<A>['byTitle'],
): boolean {
  return pairs.some(([{ name }, recording]) => {
    const title = titleIn(name.stem)
    const titled = title === '' ? null : byTitle.get(title)
    return titled && !recording.includes(titled[0]!)
  })
}

/** Matches in order if one side counts from 0, the other from 1, and neither has gaps. */
function pairInOrder<A extends MatchedAudio>(
  items: readonly { of: NamedSubtitle<A>; key: string }[],
  { recordings, byNumber, byTitle }: AudioNumbering<A>,
): Pair<A>[] {
  const tracks = rowOf([...byNumber.keys()])
  const numbers = rowOf(items.map(({ key }) => key))
  if (tracks.length !== recordings.count || numbers.length !== tracks.length) return []
  if (Math.min(tracks[0]!, numbers[0]!) !== 0 || Math.max(tracks[0]!, numbers[0]!) !== 1) return []
  const pairs = items.flatMap(({ of, key }): Pair<A>[] => {
    const recording = byNumber.get(String(Number(key) - numbers[0]! + tracks[0]!))
    return recording ? [[of, recording]] : []
  })
  return isContradicted(pairs, byTitle) ? [] : pairs
}

/** Returns consecutive numbers; an empty list if they are not consecutive. */
function rowOf(keys: readonly string[]): number[] {
  const sorted = keys.map(Number).sort((a, b) => a - b)
  return sorted.every((number, index) => Number.isInteger(number) && number === sorted[0]! + index) ? sorted : []
}

function wholeOf({ value }: TrackNumber): number {
  return Number.parseInt(value, 10)
}

function numberAll<T>(all: readonly T[], stemOf: (one: T) => string): Numbering<T> | null {
  const numbers = all.map((of) => ({ of, found: numbersIn(stemOf(of)) })).filter(({ found }) => found.length > 0)
  let first: Numbering<T> | null = null
  for (let place = 0; place < PLACES; place++) {
    const items = numbers.flatMap(({ of, found }) => {
      const number = found[place]
      return number ? [{ of, number }] : []
    })
    if (items.length === 0 || (place > 0 && items.length < numbers.length)) break
    const isOneLabel = items.every(({ number }) => number.label === items[0]!.number.label)
    const differing = new Set(items.map(({ number }) => keyOf(number, isOneLabel)))
    const numbering = { items: withLast(items), isOneLabel }
    if (differing.size === items.length) return numbering
    // The number of a volume or chapter is the same in all names.
    if (differing.size > 1) first ??= numbering
  }
  return first
}

/** Replaces `last` by 3 if there are three parts, otherwise by 2. */
function withLast<T>(items: readonly Numbered<T>[]): Numbered<T>[] {
  const last = items.some(({ number }) => number.value === '2') ? '3' : '2'
  return items.map((item) =>
    item.number.value === 'last' ? { ...item, number: { ...item.number, value: last } } : item,
  )
}

function keyOf({ label, value }: TrackNumber, isByValue: boolean): string {
  return isByValue ? value : `${label} ${value}`
}

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase()
}
