import { cleanLine } from './clean-text.ts'

/** `CV`, `cv.`, `CV:`, also full-width, but not at the end of another word. */
const CV = /(?<![\p{L}\p{N}])(?:cv|ｃｖ)(?=[^a-zａ-ｚ])[\s.．:：=＝/／・-]*/giu
/** Names end at a closing bracket, an opening one (a remark), or the end of the line. */
const NAMES_END = /[)\]}）］｝】〕」』>＞([{（［｛【〔「『<＜|｜\n\r]| [-–—] |_/u
const BETWEEN_NAMES = /[,、，;；/／&＆+＋×]/u
const MAX_NAME_LENGTH = 100
const MAX_NAMES = 50

/** Returns the names marked with `CV`, in order: `(CV.風見はるか/白石ゆき)`. */
export function markedVoiceActors(text: string): string[] {
  const names: string[] = []
  for (const mark of text.matchAll(CV)) {
    const rest = text.slice(mark.index + mark[0].length, mark.index + mark[0].length + 1_000)
    const end = rest.search(NAMES_END)
    for (const part of (end === -1 ? rest : rest.slice(0, end)).split(BETWEEN_NAMES)) {
      const name = cleanLine(part.replace(CV, '').replace(/(?:\s|^)(?:他|ほか|etc\.?)$/u, ''))
      if (isName(name)) names.push(name)
    }
  }
  return [...new Set(names)].slice(0, MAX_NAMES)
}

function isName(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH && /\p{L}/u.test(text)
}

/** Removes `CV` marks with the names after them, and brackets around them. */
export function withoutVoiceActors(text: string): string {
  let rest = ''
  let from = 0
  for (const mark of text.matchAll(CV)) {
    if (mark.index < from) continue
    const start = mark.index + mark[0].length
    const length = text.slice(start, start + 1_000).search(NAMES_END)
    const end = length === -1 ? text.length : start + length
    rest += text.slice(from, mark.index)
    from = end
  }
  return cleanLine((rest + text.slice(from)).replace(/[([（［【]\s*[)\]）］】]/gu, ' '))
}

/** Splits a list of names as in one field of a form: `風見はるか / 白石ゆき`. */
export function splitNames(text: string): string[] {
  const names = text
    .split(BETWEEN_NAMES)
    .map((part) => cleanLine(part.replace(CV, '').replace(/[(（].*?[)）]/gu, '')))
    .filter(isName)
  return [...new Set(names)].slice(0, MAX_NAMES)
}
