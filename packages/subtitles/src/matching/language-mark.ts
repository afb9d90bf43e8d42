/** Words for a language, or for subtitles, that translators add to file and folder names. */
const CODES =
  'zh|zho|chi|chn|cn|tw|hk|chs|cht|sc|tc|gb|big5|ja|jp|jpn|jap|en|eng|ko|kr|kor|' +
  'chinese|japanese|english|korean|hans|hant|simplified|traditional|sub|subs|subtitles?|captions?|lrc|srt|vtt|ass|' +
  'lyrics?|default|forced'
const CODE = `(?:${CODES})(?:[-_](?:cn|tw|hk|sg|hans|hant|jp|us|gb|kr)){0,2}`
const WORDS =
  '[简簡繁][体體]?中[国國][语語]|[简簡繁][体體]?中文|中[国國][语語]|中文|[简簡繁][体體]|[简簡繁]中|[汉漢华華][语語]|' +
  '日本[语語]|日[文语語]|英[文语語]|[韩韓][国國]?[文语語]|中日|日中|[双雙][语語]|' +
  '字幕|歌[詞词]|翻[译譯訳]|[汉漢]化|[机機]翻|台[词詞]'
/** Suffixes of such words; not marks on their own. */
const TAIL = '(?:版|文件|ファイル|[组組])?'
const LETTERS = '[简簡繁中日英]'
const BETWEEN = '[\\s._\\-・+&]'

const BRACKETED_END = /[(（[［【「『]([^()（）[\]［］【】「」『』]{1,24})[)）\]］】」』]$/u
const BRACKETED_START = /^[(（[［【「『]([^()（）[\]［］【】「」『』]{1,24})[)）\]］】」』]/u
const AT_END = new RegExp(`(?:${BETWEEN}(?:${CODE}|${LETTERS})|(?:${WORDS})${TAIL})$`, 'iu')
const AT_START = new RegExp(`^(?:(?:${WORDS})${TAIL}(?=${BETWEEN}|第)|(?:${CODE}|${LETTERS})(?=${BETWEEN}))`, 'iu')
const SIGNS_AT_END = /[\s._\-・+&]+$/u
const SIGNS_AT_START = /^[\s._\-・+&]+/u
/** The pieces of a name that contains only language marks. */
const PIECES = new RegExp(`(?:${WORDS})${TAIL}|[a-z0-9]+|[^]`, 'giu')
const PIECE = new RegExp(`^(?:(?:${WORDS})${TAIL}|(?:${CODES})|cn|us|sg|${LETTERS}|[^\\p{Letter}\\p{Number}])$`, 'iu')
/** For folder names, at any position. */
const WORDS_ANYWHERE = new RegExp(`(?:${WORDS})${TAIL}`, 'giu')
const CODES_ANYWHERE = new RegExp(`(^|[^a-z])(?:${CODE})(?![a-z])`, 'giu')

/** Maximum number of marks in a name, such as language, kind and translator. */
const MAX_MARKS = 4

/**
 * Removes language marks: `01.zh-CN` → `01`, `01 (中文)` → `01`, `【中文字幕】01` → `01`.
 *
 * @param name  of a subtitle, without its extension
 * @returns `mark` is the removed part, or `''`
 */
export function withoutLanguageMark(name: string): { name: string; mark: string } {
  let [rest, mark] = [name, '']
  for (let count = 0; count < MAX_MARKS; count++) {
    const end = bracketed(BRACKETED_END, rest) ?? AT_END.exec(rest)?.[0]
    if (end !== undefined) {
      mark += end
      rest = trimmed(rest.slice(0, -end.length), SIGNS_AT_END)
      continue
    }
    const start = bracketed(BRACKETED_START, rest) ?? AT_START.exec(rest)?.[0]
    if (start === undefined) break
    mark += start
    rest = trimmed(rest.slice(start.length), SIGNS_AT_START)
  }
  return rest === '' ? { name, mark: '' } : { name: rest, mark }
}

/** Trims signs, unless the name has nothing else. */
function trimmed(name: string, signs: RegExp): string {
  return name.replace(signs, '') || name
}

function bracketed(pattern: RegExp, name: string): string | undefined {
  const found = pattern.exec(name)
  return found && isOnlyMarks(found[1]!) ? found[0] : undefined
}

function isOnlyMarks(text: string): boolean {
  return (text.match(PIECES) ?? []).every((piece) => PIECE.test(piece))
}

/** Removes words for languages and subtitles from a folder's name: `''` for `中文字幕`, `本編` for `本編字幕`. */
export function withoutLanguageWords(folder: string): string {
  if (isOnlyMarks(folder)) return ''
  return folder.replace(WORDS_ANYWHERE, ' ').replace(CODES_ANYWHERE, '$1 ')
}
