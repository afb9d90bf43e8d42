import { type FolderPath, nameWithoutExtension, type TrackFile } from '@otodana/contract'

import { shownName } from '#lib/format/shown-name.ts'

/** A track as a list shows it; `title` is empty if its file's name is only a number. */
export type TrackName = { number: number; title: string }

/** `01 Rain`, `Track 1_Rain`, `【01】Rain`; a number that the title begins with (`3分`, `1.5`) needs a sign after it. */
const NUMBERED = /^[\s#＃([（【]*((?:track|tr|トラック)[\s._-]*)?(\d{1,3})(?!\d)([\s._\-:：)）\]】．、。]*)(.*)$/is

/** A number that may count the tracks or belong to the title. */
const UNCLEAR = /^\s*(?!0)\d{1,3}\s+[^\s\d._\-:：)）\]】．、。]/

/**
 * Returns the numbers and titles of a folder's tracks. The number is that of the file's name, which is then left out of
 * the title, if all the names begin with ascending numbers; otherwise the place in the list.
 */
export function trackNames(files: readonly Pick<TrackFile, 'title'>[]): TrackName[] {
  const stems = files.map(stemOf)
  const named = stems.map(nameFrom)
  const numbers = named.map((name) => name?.number ?? NaN)
  const isAscending = numbers.every((number, index) => (index === 0 ? number >= 0 : number > numbers[index - 1]!))
  // `10 minutes` and `20 minutes` are no numbers of tracks.
  const isDense = numbers.at(-1)! - numbers[0]! < 2 * numbers.length
  const isCounted = stems.length > 1 || numbers[0]! <= 1 || stems[0]?.includes(`0${numbers[0]}`)
  // Nor are `1 hour` and `2 hours`.
  const isClear = !stems.some((stem) => UNCLEAR.test(stem)) || (numbers[0]! <= 1 && stems.length >= 3)
  if (isAscending && isDense && isCounted && isClear) return named as TrackName[]
  return stems.map((title, index) => ({ number: index + 1, title }))
}

/** As `trackNames`, but a file whose name is only a number keeps it: where no list shows the number. */
export function trackTitles(files: readonly Pick<TrackFile, 'title'>[]): string[] {
  return trackNames(files).map(({ title }, index) => title || stemOf(files[index]!))
}

/** The title of a track whose folder is unknown: without a number that counts tracks in all likelihood. */
export function titleAlone(fileName: string): string {
  const stem = stemOf({ title: fileName })
  const [, word, digits = '', sign = '', title = ''] = NUMBERED.exec(stem) ?? []
  const isCount = word !== undefined || digits.startsWith('0') || /[_.:：)）\]】．、。]/.test(sign)
  return (isCount && nameFrom(stem) && title.trim()) || stem
}

const stemOf = ({ title }: Pick<TrackFile, 'title'>) => nameWithoutExtension(shownName(title))

function nameFrom(stem: string): TrackName | null {
  const [, word, digits = '', sign = '', title = ''] = NUMBERED.exec(stem) ?? []
  if (digits === '' || (/^[.-]?$/.test(sign) && /^\d/.test(title))) return null
  const isNumber = sign !== '' || title === '' || word !== undefined || digits.startsWith('0')
  return isNumber ? { number: Number(digits), title: title.trim() } : null
}

/** Returns what tells folders apart: `第1章` for `本編/第1章/mp3`, empty for the folder around the others. */
export function groupNames(paths: readonly FolderPath[]): string[] {
  const shortest = Math.min(...paths.map(({ length }) => length))
  const isShared = (at: (path: FolderPath) => string | undefined) => new Set(paths.map(at)).size === 1
  let start = 0
  while (start < shortest && isShared((path) => path[start])) start++
  let end = 0
  while (end < shortest - start && isShared((path) => path.at(-1 - end))) end++
  return paths.map((path) => shownName(path.slice(start, path.length - end).join(' / ')))
}
