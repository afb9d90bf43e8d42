import type { LanguageCode } from '@otodana/contract'
import { findWorkCodes, type WorkIdentity } from '@otodana/work-code'

import { ageInText, ageOfNote, isAgeNote, strictestAge, type StatedAge } from '../fields/age-words.ts'
import { cleanLine, cut } from '../fields/clean-text.ts'
import { markedVoiceActors, withoutVoiceActors } from '../fields/voice-actors.ts'
import { limits } from '../fields/work-metadata.ts'
import { circleName, type Joint, partsOf, slashedParts, splitCircle } from './circle-in-name.ts'
import { type Circles, noCircles } from './circles.ts'
import { codesOfFolder } from './folder-codes.ts'
import { takeTranslationMarks } from './translation-marks.ts'

/** What a folder name contains; null or empty for missing parts. */
export type FolderName = {
  title: string | null
  circle: string | null
  voiceActors: string[]
  /** `YYYY-MM-DD` */
  release: string | null
  age: StatedAge | null
  /** Of a translation. */
  language: LanguageCode | null
}

const brackets: Record<string, string> = {
  '[': ']',
  '［': '］',
  '【': '】',
  '(': ')',
  '（': '）',
  '{': '}',
  '〔': '〕',
}
/** Square brackets before the title contain the circle; 【】 there usually belongs to the title. */
const CIRCLE_BRACKETS = '[［'

type Part = { kind: 'text'; text: string } | { kind: 'group'; open: string; text: string }

/**
 * Parses usual names of works' folders: `[Circle] Title (RJ01234567)`, `RJ01234567 - Circle - Title`,
 * `RJ01234567_Circle_Title`, `(260901) [Circle] Title [v1.1] (mp3+wav)`.
 */
export function parseFolderName(folderName: string, code: WorkIdentity, circles: Circles = noCircles): FolderName {
  const { parts, joint, found } = readParts(folderName, code)
  const circle = bracketCircle(parts) ?? knownCircle(parts, circles)
  if (circle) found.circle = circle.name

  let title = textOf(parts.filter((part) => part !== circle?.part))
  const split = circle ? null : splitCircle(title, joint, circles)
  if (split) {
    found.circle = cut(split.circle, limits.name)
    title = split.title
  }
  found.title = tidyTitle(title)
  return found
}

/** What a name says about circles by itself. */
export type CircleHints = {
  /** In brackets before the title, and so certain. */
  circle: string | null
  /** Otherwise the parts of which one may be the circle; none if there is only a title. */
  parts: string[]
}

const MAY_NAME_CIRCLE = /[[［_]|\s[-–—]\s/u

export function circleHints(folderName: string, code: WorkIdentity): CircleHints {
  if (!MAY_NAME_CIRCLE.test(folderName)) return { circle: null, parts: [] }
  const { parts, joint } = readParts(folderName, code)
  const circle = bracketCircle(parts)?.name ?? null
  const titles = circle === null ? partsOf(textOf(parts), joint) : []
  return { circle, parts: titles.length > 1 ? titles : [] }
}

/** Returns every part of a name that is the circle if the library knows it. */
export function circleCandidates(folderName: string, code: WorkIdentity): string[] {
  const { parts, joint } = readParts(folderName, code)
  const text = textOf(parts)
  const groups = parts.flatMap((part) => (part.kind === 'group' ? nameIn(part.text) : []))
  return [...groups, ...[...partsOf(text, joint), ...slashedParts(text)].map(circleName)]
}

function textOf(parts: readonly Part[]): string {
  return parts
    .map((part) => (part.kind === 'text' ? withoutOpenMark(part.text) : part.open + part.text + brackets[part.open]))
    .join('')
}

/** Splits a name into text and groups, and takes out the code and everything that is neither title nor circle. */
function readParts(folderName: string, code: WorkIdentity): { parts: Part[]; joint: Joint; found: FolderName } {
  const whole = cleanLine(cut(folderName.normalize('NFC'), 1_000)).replace(/\.(?:zip|rar|7z)$/i, '')
  const { name, joint } = withoutCode(whole, code)
  const { text: named, language } = takeTranslationMarks(name)
  const voiceActors = markedVoiceActors(named)
  const found = { title: null, circle: null, voiceActors, release: null, age: ageInText(named), language }

  const remaining: Part[] = []
  for (const part of splitGroups(named)) {
    if (part.kind === 'group' && readNote(part.text, found)) continue
    if (part.kind === 'text')
      remaining.push({ kind: 'text', text: withoutDate(part.text, remaining.length === 0, found) })
    else remaining.push(part)
  }
  const parts = withoutDateAlone(
    remaining.filter(({ text }) => !isBlank(text)),
    found,
  )
  return { parts, joint, found }
}

/** A circle that is known may be in any brackets. */
function knownCircle(parts: readonly Part[], circles: Circles): { part: Part; name: string } | null {
  for (const part of parts) {
    const name = part.kind === 'group' ? nameIn(part.text) : ''
    if (name !== '' && (circles.isCertain(name) || circles.isKnown(name))) return { part, name }
  }
  return null
}

function bracketCircle(parts: readonly Part[]): { part: Part; name: string } | null {
  const titleAt = parts.findIndex(({ kind }) => kind === 'text')
  const leading = titleAt === -1 ? parts.slice(0, -1) : parts.slice(0, titleAt)
  const part = leading.find(
    (group) => group.kind === 'group' && CIRCLE_BRACKETS.includes(group.open) && /\p{L}/u.test(group.text),
  )
  const name = part && nameIn(part.text)
  return part && name ? { part, name } : null
}

function nameIn(text: string): string {
  return cut(trimSeparators(withoutVoiceActors(text)), limits.name)
}

/** `Title CV Name`: removes the names, which are parsed already, unless there is nothing else. */
function withoutOpenMark(text: string): string {
  const rest = withoutVoiceActors(text)
  return rest === '' || rest === cleanLine(text) ? text : rest
}

/** Codes next to the work's own, as in `RJ01030001 & RJ01030002`. */
const CODE_LIST = /\u0001(?:(?:[\s&＆+＋,，、と]|\band\b)*\u0001)+/gi
const CODE_IN_BRACKETS = /[([{（［｛【〔]\s*\u0001\s*[)\]}）］｝】〕]/gu

/** Replaces the code by a separator, so that its surroundings stay apart. */
function withoutCode(name: string, code: WorkIdentity): { name: string; joint: Joint } {
  const own = codesOfFolder(name, code).map(({ id }) => id)
  const ranges = findWorkCodes(name)
    .filter(({ id }) => own.includes(id))
    .flatMap((found) => found.ranges)
    .sort((a, b) => b.start - a.start)
  let rest = name
  for (const { start, end } of ranges) rest = `${rest.slice(0, start)}\u0001${rest.slice(end)}`
  rest = rest.replace(CODE_IN_BRACKETS, '\u0001').replace(CODE_LIST, '\u0001').replace(CODE_IN_BRACKETS, '\u0001')
  let joint: Joint = null
  if (/\s[-–—]\s*\u0001|\u0001\s*[-–—]\s/u.test(rest)) joint = '-'
  else if (/_\u0001|\u0001_/.test(rest)) joint = '_'
  return {
    joint,
    name: rest
      .replaceAll(/\s[-–—]\s*\u0001\s*[-–—]\s/gu, ' - ')
      .replaceAll('_\u0001_', '_')
      .replaceAll(/[\s_-]*\u0001[\s_-]*/g, ' ')
      .trim(),
  }
}

/** Splits a text into top-level bracket groups and the text in between; an unmatched bracket is text. */
function splitGroups(text: string): Part[] {
  const parts: Part[] = []
  let plain = ''
  for (let at = 0; at < text.length; at++) {
    const open = text[at]!
    const close = brackets[open]
    const end = close === undefined ? -1 : closingAt(text, at, open, close)
    if (end === -1) {
      plain += open
      continue
    }
    parts.push({ kind: 'text', text: plain }, { kind: 'group', open, text: text.slice(at + 1, end) })
    plain = ''
    at = end
  }
  parts.push({ kind: 'text', text: plain })
  return parts
}

/** Includes nested groups of the same kind; searches at most 200 characters. */
function closingAt(text: string, start: number, open: string, close: string): number {
  let depth = 0
  const limit = Math.min(text.length, start + 200)
  for (let at = start; at < limit; at++) {
    if (text[at] === open) depth++
    else if (text[at] === close && --depth === 0) return at
  }
  return -1
}

const FORMAT =
  /^(?:mp3|wav|wave|flac|m4a|aac|ogg|opus|alac|hi-?res|ハイレゾ|loss(?:less|y)|zip|rar|cue|log|img|jpg|png|pdf|txt|lrc|srt|vtt|ass|\d{2,3}(?:\.\d)?k(?:hz|bps)?|\d{2}-?bits?|v(?:er\.?|ersion)?\s?\d+(?:[._]\d+)*[a-z]?|disc\s?\d*|cd\s?\d*|\d{1,2}(?:\.\d)?\s?(?:gb|mb)|dl版|同人音声|同人asmr|音声作品|asmr|dlsite|中文字幕|字幕|汉化|漢化|日本語|简体中文|繁體中文|繁体中文|english|chinese|japanese|jpn|eng|chs|cht)$/iu

/** Parses a note in brackets about files, date, age or voices; false if it is something else. */
function readNote(text: string, found: FolderName): boolean {
  const note = trimSeparators(text)
  if (note === '') return true
  const day = readDay(note)
  if (day) {
    found.release ??= day
    return true
  }
  // "Circle (CV.Name)" in one bracket is more than a note.
  if (markedVoiceActors(note).length > 0) return withoutVoiceActors(note) === ''
  const whole = note.normalize('NFKC')
  if (!isNote(whole)) return false
  found.age = strictestAge([found.age, ...[whole, ...whole.split(BETWEEN_NOTES)].map(ageOfNote)])
  return true
}

const BETWEEN_NOTES = /[\s+＋,、/&_・|-]+/u

/** Whether a text states only formats, versions, languages or ages. @param text  folded by NFKC */
export function isNote(text: string): boolean {
  const isOne = (word: string) => FORMAT.test(word) || isAgeNote(word)
  return isOne(text) || text.split(BETWEEN_NOTES).every((word) => word === '' || isOne(word))
}

/** A date at the start, without brackets: `260901 Title`, `2026-09-01_Title`. */
function withoutDate(text: string, isFirst: boolean, found: FolderName): string {
  if (!isFirst || isBlank(text)) return text
  const start = /^[\s_-]*(\d{6}|\d{8}|\d{4}[-.]\d{1,2}[-.]\d{1,2})(?=[\s_-])/.exec(text)
  const day = start?.[1] ? readDay(start[1]) : null
  if (!start || !day || isBlank(text.slice(start[0].length))) return text
  found.release ??= day
  return text.slice(start[0].length)
}

/** A date followed by brackets: `260901_RJ123456_[Circle] Title`. A name that is only a date is a title. */
function withoutDateAlone(parts: Part[], found: FolderName): Part[] {
  const [first, ...others] = parts
  const day = first?.kind === 'text' && others.length > 0 ? readDay(trimSeparators(first.text)) : null
  if (day === null) return parts
  found.release ??= day
  return others
}

function readDay(text: string): string | null {
  const match = /^((?:19|20)?\d{2})([-./年]?)(\d{1,2})[-./月]?(\d{1,2})日?$/u.exec(text.normalize('NFKC').trim())
  if (!match) return null
  const [, year = '', separator = '', month = '', day = ''] = match
  if (separator === '' && (month.length !== 2 || day.length !== 2)) return null
  const fullYear = year.length === 2 ? `20${year}` : year
  const date = `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${date}T00:00:00Z`)
  // `Date.parse` turns 31 April into May.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : null
}

/** Formats at the end, after separators: `Title_mp3_320k`. */
const TRAILING_FORMAT =
  /(?:[\s_+-]+(?:mp3|wav|flac|m4a|ogg|opus|aac|zip|\d{3}k(?:bps)?|v(?:er\.?)?\d+(?:\.\d+)+|本編))+$/iu

function tidyTitle(text: string): string | null {
  // Underscores are spaces only if there are no spaces.
  const spaced = text.trim().includes(' ') ? text : text.replaceAll('_', ' ')
  const trimmed = trimSeparators(spaced)
  const title = trimSeparators(trimmed.replace(TRAILING_FORMAT, ''))
  return isBlank(title) || FORMAT.test(title) ? null : trimSeparators(cut(title, limits.title))
}

function trimSeparators(text: string): string {
  return cleanLine(text.replace(/^[\s_\-–—・,、.:：|]+/u, '').replace(/[\s_\-–—・,、:：|]+$/u, ''))
}

/** Whether there is no letter, digit or symbol. */
function isBlank(text: string): boolean {
  return !/[\p{L}\p{N}\p{S}]/u.test(text)
}
