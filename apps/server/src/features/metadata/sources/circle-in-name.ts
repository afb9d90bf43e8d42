import { cleanLine } from '../fields/clean-text.ts'
import { withoutVoiceActors } from '../fields/voice-actors.ts'
import type { Circles } from './circles.ts'

/** What joins the code to the rest of the name, and so the parts of the rest: ` - `, `_`, or anything else. */
export type Joint = '-' | '_' | null

const MAX_GUESS_LENGTH = 40
/** Files' formats and versions, which are no part of a title. */
const FORMAT = /^(?:mp3|wav|flac|m4a|ogg|opus|aac|\d{3}k(?:bps)?|v(?:er\.?)?\s?\d+(?:\.\d+)*)$/iu
const CIRCLE_WORD = /(?:工房|製作所|制作所|放送局|研究所|倶楽部|サークル|スタジオ|circle|studios?|records|softs?)$/iu
/** What a title has, and the name of a circle does not: a particle at its end, a sentence, a number in a series. */
const TITLE_LIKE =
  /[のはがをにとでへもな、,]$|[。！!？?…♪～〜「」『』]|第.{1,4}[話巻章夜弾回]|\bvol\b|#\d|[前中後]編|シリーズ/iu
const SUBTITLE =
  /^(?:第.{1,4}[話巻章夜弾回].*|(?:vol|part|ep|episode|disc|cd|no)\.?\s?\d+|#?\d+|[前中後上下][編篇巻]?|番外[編篇]|総集編|本編|おまけ|特典|体験版)$/iu

/**
 * Splits `Circle - Title` and `Circle_Title`. A part that is the name of a known circle is the circle; otherwise the
 * first, if it may be one and joins the title in the way the code does.
 *
 * @returns null if the text is only a title
 */
export function splitCircle(text: string, joint: Joint, circles: Circles): { circle: string; title: string } | null {
  const separated = partsOf(text, joint)
  const slashed = separated.length > 1 ? [] : slashedParts(text)
  const parts = slashed.length > 1 ? slashed : separated
  if (parts.length < 2) return null
  const isCircle = (part: string) => circles.isKnown(circleName(part)) || circles.isCertain(circleName(part))
  const known = parts.find((part) => circles.isCertain(circleName(part))) ?? parts.find(isCircle)
  const mayGuess = circles.mayGuess && parts === separated
  const circle = known ?? (mayGuess && isGuess(parts, joint) ? parts[0] : undefined)
  if (circle === undefined) return null
  const rest = parts.filter((part) => part !== circle)
  // Either nothing, or a part of one title: "Night Train - Part 1".
  if (rest.every((part) => SUBTITLE.test(part))) return null
  return { circle: circleName(circle), title: rest.join(parts === slashed ? ' / ' : joint === '_' ? ' ' : ' - ') }
}

/** Returns the parts that ` - ` or `_` separate; one, if neither does. */
export function partsOf(text: string, joint: Joint): string[] {
  const dashed = split(text, /\s[-–—]\s/u)
  return dashed.length > 1 || joint !== '_' ? dashed : split(text, /_/)
}

/** The same for ` / `, which joins a title and a known circle only. */
export function slashedParts(text: string): string[] {
  return split(text, /\s[/／|｜]\s/u)
}

function split(text: string, separator: RegExp): string[] {
  const parts = text
    .split(separator)
    .map((part) => cleanLine(part.replaceAll(/^[\s_\-–—]+|[\s_\-–—]+$/gu, '')))
    .filter((part) => /[\p{L}\p{N}\p{S}]/u.test(part))
  while (parts.length > 1 && FORMAT.test(parts.at(-1) ?? '')) parts.pop()
  return parts
}

export function circleName(part: string): string {
  return withoutVoiceActors(part) || part
}

/** Whether a part of a name looks like a circle's rather than like a title, or a part of one. */
export function mayBeCircle(part: string): boolean {
  return part.length <= MAX_GUESS_LENGTH && /\p{L}/u.test(part) && !TITLE_LIKE.test(part) && !SUBTITLE.test(part)
}

function isGuess([first = '', ...rest]: readonly string[], joint: Joint): boolean {
  if (!mayBeCircle(first)) return false
  if (CIRCLE_WORD.test(first)) return true
  if (joint === '-') return true
  // Underscores often stand for spaces, above all in Latin text.
  return joint === '_' && rest.length === 1 && [first, ...rest].some((part) => /[^\u0000-\u024f]|\s/.test(part))
}
